package org.outboxee.tck;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;

/** A message that was emitted where nobody handled it becomes one record per binding, once. */
public abstract class ExpandContract extends StoreContract {

    @Test
    void unboundRecordBecomesOnePendingRecordPerBinding() {
        node.emit(keyed("m1", A)
                .name("order.placed")
                .payload("{\"n\":1}".getBytes(UTF_8))
                .header("tenant", "t1")
                .bindings(Bindings.UNBOUND));
        PendingRecord waiting = node.store().queryPending(PARTITION, 1).get(0);
        PartitionLease lease = own();
        ClaimedRecord unbound = claim(lease).get(0);
        assertThat(unbound.id()).isEqualTo(new RecordId("m1", Bindings.UNBOUND));
        assertThat(node.store().expand(unbound, Set.of("mail", "audit"))).isTrue();
        assertThat(node.store().counts()).isEqualTo(new OutboxCounts(2, 0, 0));
        assertThat(node.store().queryPending(PARTITION, 10))
                .extracting(PendingRecord::availableAt)
                .containsOnly(waiting.availableAt());
        List<ClaimedRecord> bound = claim(lease);
        assertThat(bound).extracting(record -> record.id().binding()).containsExactlyInAnyOrder("mail", "audit");
        assertThat(bound).allSatisfy(record -> {
            assertThat(record.id().messageId()).isEqualTo("m1");
            assertThat(record.seq()).isEqualTo(unbound.seq());
            assertThat(record.createdAt()).isEqualTo(unbound.createdAt());
            assertThat(record.name()).isEqualTo("order.placed");
            assertThat(record.key()).isEqualTo(A);
            assertThat(record.payload()).isEqualTo(unbound.payload());
            assertThat(record.headers()).isEqualTo(unbound.headers());
            assertThat(record.attempts()).isZero();
        });
    }

    /** Scenario 22: a unique conflict does not keep the others from going on. */
    @Test
    void bindingThatHasARecordOfTheMessageKeepsIt() {
        byte[] kept = "kept".getBytes(UTF_8);
        node.emit(keyless("m1").bindings("mail").payload(kept).idRemembered());
        tick();
        node.emit(keyless("m1")
                .bindings(Bindings.UNBOUND)
                .payload("new".getBytes(UTF_8))
                .idRemembered());
        PartitionLease lease = own();
        List<ClaimedRecord> both = claim(lease);
        assertThat(both).hasSize(2);
        assertThat(node.store().expand(both.get(1), Set.of("mail", "audit"))).isTrue();
        assertThat(node.settle(released(both.get(0), Duration.ZERO)).applied()).isEqualTo(1);
        assertThat(claim(lease))
                .extracting(record -> record.id().binding() + "=" + new String(record.payload(), UTF_8))
                .containsExactlyInAnyOrder("mail=kept", "audit=new");
    }

    @Test
    void wrongTokenExpandsNothing() {
        node.emit(keyless("m1").bindings(Bindings.UNBOUND));
        ClaimedRecord unbound = claim(own()).get(0);
        assertThat(node.store().expand(TokenContract.withToken(unbound, "wrong"), Set.of("mail")))
                .isFalse();
        assertThat(node.store().counts()).isEqualTo(new OutboxCounts(0, 1, 0));
        assertThat(node.store().expand(unbound, Set.of("mail"))).isTrue();
    }

    @Test
    void tokenOfAnOlderClaimExpandsNothing() {
        node.emit(keyless("m1").bindings(Bindings.UNBOUND));
        PartitionLease lease = own();
        ClaimedRecord older = claim(lease).get(0);
        node.settle(released(older, Duration.ZERO));
        claim(lease);
        assertThat(node.store().expand(older, Set.of("mail"))).isFalse();
        assertThat(node.store().counts()).isEqualTo(new OutboxCounts(0, 1, 0));
    }

    @Test
    void recordIsExpandedOnce() {
        node.emit(keyless("m1").bindings(Bindings.UNBOUND));
        ClaimedRecord unbound = claim(own()).get(0);
        assertThat(node.store().expand(unbound, Set.of("mail"))).isTrue();
        assertThat(node.store().expand(unbound, Set.of("mail", "audit"))).isFalse();
        assertThat(node.settle(completed(unbound)).ignored()).isEqualTo(1);
        assertThat(pending()).isEqualTo(1);
    }

    @Test
    void expandedRecordTakesItsOldPlaceInTheLaneOfItsBinding() {
        node.emit(keyed("older", A).bindings(Bindings.UNBOUND));
        tick();
        node.emit(keyed("younger", A).bindings("mail"));
        PartitionLease lease = own();
        node.store().expand(node.claim(lease, 1).get(0), Set.of("mail"));
        assertThat(ids(claim(lease))).containsExactly("older", "younger");
    }

    @Test
    void expandedRecordWaitsForAClaimedYoungerSibling() {
        node.emit(keyed("older", A).bindings(Bindings.UNBOUND));
        tick();
        node.emit(keyed("younger", A).bindings("mail"));
        PartitionLease lease = own();
        List<ClaimedRecord> both = claim(lease);
        assertThat(ids(both)).containsExactly("older", "younger");
        node.store().expand(both.get(0), Set.of("mail"));
        assertThat(claim(lease)).isEmpty();
        node.settle(completed(both.get(1)));
        assertThat(ids(claim(lease))).containsExactly("older");
    }

    @Test
    void expandedHeadUnblocksTheUnboundLane() {
        node.emit(keyed("m1", A).bindings(Bindings.UNBOUND), keyed("m2", A).bindings(Bindings.UNBOUND));
        PartitionLease lease = own();
        node.store().expand(node.claim(lease, 1).get(0), Set.of("mail"));
        assertThat(ids(claim(lease))).containsExactlyInAnyOrder("m1", "m2");
    }
}

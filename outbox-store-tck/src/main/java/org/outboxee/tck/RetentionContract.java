package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordState;
import org.outboxee.admin.RecordSummary;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Retention;

/** How long ids, delivered records and dead letters are kept. */
public abstract class RetentionContract extends StoreContract {

    private static final List<Integer> ALL = List.of(0, 1, 2, 3);

    @Test
    void idThatWaitsIsTaken() {
        assertThat(isTaken(node, "m1")).isFalse();
        node.emit(keyless("m1").bindings("mail").idRemembered(), keyless("M2").idRemembered());
        assertThat(isTaken(node, "m1")).isTrue();
        assertThat(isTaken(node, "m2")).isFalse();
        assertThat(isTaken(start("other", PARTITIONS), "m1")).isFalse();
    }

    @Test
    void idIsTakenWhileItsMessageIsClaimedOrDead() {
        node.emit(keyless("m1").idRemembered());
        PartitionLease lease = own();
        var record = claim(lease).get(0);
        assertThat(isTaken(node, "m1")).isTrue();
        node.settle(dead(record));
        assertThat(isTaken(node, "m1")).isTrue();
        assertThat(node.store().discard(recordId("m1"))).isTrue();
        assertThat(isTaken(node, "m1")).isFalse();
    }

    @Test
    void lookingForAnIdLeavesTheTransactionUsable() {
        node.emit(keyless("m1").idRemembered());
        node.transact(unit -> {
            assertThat(node.backend().appender().isTaken("m1")).isTrue();
            unit.emit(keyless("m2"));
        });
        assertThat(previewed()).containsExactly("m1", "m2");
    }

    @Test
    void nothingIsKeptOfWhatIsDeliveredByDefault() {
        node.emit(keyless("m1").idRemembered(), keyed("m2", A));
        node.complete(claim(own()));
        assertThat(node.store().counts()).isEqualTo(new OutboxCounts(0, 0, 0));
        node.emit(keyless("m1").idRemembered());
        assertThat(pending()).isEqualTo(1);
    }

    @Test
    void callersIdStaysTakenAfterTheDelivery() {
        Node keeping = keeping(Duration.ZERO, HOUR);
        keeping.emit(
                keyless("chosen").idRemembered(),
                keyless("generated"),
                keyed("ordered", A).idRemembered());
        keeping.complete(claim(own()));
        assertThat(keeping.store().counts()).isEqualTo(new OutboxCounts(0, 0, 0, 2));
        assertThat(isTaken(keeping, "chosen")).isTrue();
        assertThat(isTaken(keeping, "ordered")).isTrue();
        assertThat(isTaken(keeping, "generated")).isFalse();
        assertThatThrownBy(() -> keeping.emit(keyless("chosen").idRemembered()))
                .isInstanceOf(Transactions.CommitFailedException.class);
        assertThat(claim(own())).isEmpty();
    }

    @Test
    void idIsFreeAgainWhenItsTimeIsOver() {
        Node keeping = keeping(Duration.ZERO, HOUR);
        keeping.emit(keyless("m1").idRemembered());
        keeping.complete(claim(own()));
        assertThat(purge(null)).isZero();
        harness.advance(HOUR.minusMinutes(1));
        assertThat(purge(null)).isZero();
        harness.advance(Duration.ofMinutes(2));
        assertThat(purge(null)).isEqualTo(1);
        keeping.emit(keyless("m1").idRemembered());
        assertThat(ids(claim(own()))).containsExactly("m1");
    }

    @Test
    void whatCompletesInItsHandlersTransactionIsKeptFromTheCommitOn() {
        assumeTrue(harness.capabilities().transactionalCompletion(), "nothing completes in transactions");
        Node keeping = keeping(HOUR, HOUR);
        keeping.emit(keyless("m1"), keyed("m2", A).idRemembered());
        List<ClaimedRecord> batch = claim(own());
        keeping.rollback(unit -> batch.forEach(record -> unit.complete(keeping.store(), record)));
        assertThat(delivered()).isEmpty();
        keeping.transact(unit -> batch.forEach(record -> unit.complete(keeping.store(), record)));
        assertThat(delivered()).containsExactlyInAnyOrder("m1", "m2");
        assertThat(isTaken(keeping, "m2")).isTrue();
        assertThat(keeping.store().counts()).isEqualTo(new OutboxCounts(0, 0, 0, 2));
    }

    @Test
    void contentGoesWhenItsTimeIsOverAndTheIdStaysTaken() {
        Node keeping = keeping(HOUR, HOUR.multipliedBy(3));
        keeping.emit(keyless("chosen").header("tenant", "t1").idRemembered(), keyless("generated"));
        PartitionLease lease = own();
        claim(lease).forEach(record -> keeping.settle(failed(record, Duration.ZERO)));
        keeping.complete(claim(lease));
        assertThat(delivered()).containsExactlyInAnyOrder("chosen", "generated");
        assertThat(details("chosen").headers()).containsEntry("tenant", "t1");
        assertThat(details("chosen").history()).hasSize(1);
        harness.advance(HOUR.plusMinutes(1));
        assertThat(purge(null)).isEqualTo(2);
        assertThat(purge(null)).isZero();
        assertThat(delivered()).containsExactly("chosen");
        assertThat(details("chosen").headers()).isEmpty();
        assertThat(details("chosen").history()).isEmpty();
        assertThat(details("chosen").summary().error()).isEmpty();
        assertThat(isTaken(keeping, "chosen")).isTrue();
        harness.advance(HOUR.multipliedBy(2));
        assertThat(purge(null)).isEqualTo(1);
        assertThat(delivered()).isEmpty();
    }

    @Test
    void contentIsKeptLongerThanTheId() {
        Node keeping = keeping(HOUR.multipliedBy(3), HOUR);
        keeping.emit(keyless("chosen").idRemembered());
        keeping.complete(claim(own()));
        harness.advance(HOUR.multipliedBy(2));
        assertThat(purge(null)).isZero();
        harness.advance(HOUR.plusMinutes(1));
        assertThat(purge(null)).isEqualTo(1);
        assertThat(delivered()).isEmpty();
    }

    @Test
    void deliveredRecordBlocksNobodyAndIsNotClaimed() {
        Node keeping = keeping(HOUR, HOUR);
        keeping.emit(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        PartitionLease lease = own();
        keeping.complete(keeping.claim(lease, 1));
        assertThat(ids(keeping.claim(lease, 1))).containsExactly("a2");
        assertThat(keeping.store().partitionsWithWork(ALL)).isSubsetOf(PARTITION);
        assertThat(keeping.store().queryPending(PARTITION, 10)).hasSize(1);
        assertThat(keeping.store().discard(recordId("a1"))).isFalse();
        assertThat(keeping.store().replay(recordId("a1"))).isFalse();
        assertThat(keeping.store().depth(10)).isEqualTo(2);
    }

    @Test
    void recordIsSettledOnceAlsoIfItIsKept() {
        Node keeping = keeping(HOUR, HOUR);
        keeping.emit(keyless("m1"));
        var record = claim(own()).get(0);
        assertThat(keeping.settle(completed(record)).applied()).isEqualTo(1);
        assertThat(keeping.settle(completed(record)).applied()).isZero();
        assertThat(keeping.settle(failed(record, HOUR)).applied()).isZero();
        assertThat(keeping.store().counts()).isEqualTo(new OutboxCounts(0, 0, 0, 1));
    }

    @Test
    void deadLettersAreKeptForEverUnlessATimeIsGiven() {
        node.emit(keyless("m1"));
        node.settle(dead(claim(own()).get(0)));
        harness.advance(Duration.ofDays(3650));
        assertThat(purge(null)).isZero();
        assertThat(dead()).isEqualTo(1);
    }

    @Test
    void deadLetterIsPurgedByTheTimeOfItsDeath() {
        node.emit(keyless("old"), keyless("new"));
        PartitionLease lease = own();
        node.settle(dead(node.claim(lease, 1).get(0)));
        harness.advance(HOUR);
        Instant between = node.store().now();
        harness.advance(HOUR);
        node.settle(dead(node.claim(lease, 1).get(0)));
        assertThat(purge(between)).isEqualTo(1);
        assertThat(node.store().deadLetters(10, null).items())
                .extracting(letter -> letter.id().messageId())
                .containsExactly("new");
    }

    @Test
    void purgeIsDoneInPieces() {
        Node keeping = keeping(HOUR, HOUR);
        for (int i = 0; i < 5; i++) {
            keeping.emit(keyless("m" + i), keyed("k" + i, keyIn(2, "x")));
        }
        keeping.complete(claim(own()));
        keeping.complete(keeping.claim(keeping.acquire(2, "node-1"), 10));
        harness.advance(HOUR.plusMinutes(1));
        assertThat(node.store().purge(List.of(0, 3), null, 10)).isZero();
        assertThat(node.store().purge(ALL, null, 4)).isEqualTo(4);
        assertThat(node.store().purge(ALL, null, 4)).isEqualTo(4);
        assertThat(node.store().purge(ALL, null, 4)).isEqualTo(2);
        assertThat(node.store().counts()).isEqualTo(new OutboxCounts(0, 0, 0));
    }

    @Test
    void purgeTouchesOnlyItsOwnOutbox() {
        Node other = start("other", PARTITIONS, new Retention(HOUR, HOUR));
        other.owns(PARTITION);
        other.emit(keyless("m1"));
        other.complete(other.claim(other.acquire(PARTITION, "node-1"), 10));
        harness.advance(HOUR.plusMinutes(1));
        assertThat(purge(node.store().now())).isZero();
        assertThat(other.store().counts().delivered()).isEqualTo(1);
    }

    private Node keeping(Duration delivered, Duration ids) {
        Node keeping = start(OUTBOX, PARTITIONS, new Retention(delivered, ids));
        keeping.owns(PARTITION);
        node = keeping;
        return keeping;
    }

    private static boolean isTaken(Node asked, String id) {
        AtomicBoolean taken = new AtomicBoolean();
        asked.transact(unit -> taken.set(asked.backend().appender().isTaken(id)));
        return taken.get();
    }

    private int purge(@Nullable Instant deadBefore) {
        return node.store().purge(ALL, deadBefore, 100);
    }

    private RecordDetails details(String id) {
        return node.store().find(recordId(id)).orElseThrow();
    }

    private List<String> delivered() {
        return node.store().search(RecordFilter.of(RecordState.DELIVERED), 100, null).items().stream()
                .map(RecordSummary::id)
                .map(id -> id.messageId())
                .toList();
    }
}

package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.StaleFencingTokenException;

/** What becomes of records whose owner is gone. */
public abstract class CrashContract extends StoreContract {

    @Test
    void expiredClaimOfAFormerOwnerBecomesClaimableAndChargesACrashNotAnAttempt() {
        node.emit(keyless("m1"));
        ClaimedRecord first = claim(own()).get(0);
        assertThat(first.crashes()).isZero();
        PartitionLease lease = own();
        expireClaims();
        ClaimedRecord second = claim(lease).get(0);
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.crashes()).isEqualTo(1);
        assertThat(second.attempts()).isZero();
        assertThat(second.seq()).isEqualTo(first.seq());
        assertThat(second.createdAt()).isEqualTo(first.createdAt());
    }

    @Test
    void claimOfAFormerOwnerStaysUntilItExpires() {
        node.emit(keyless("m1"));
        claim(own());
        PartitionLease lease = own();
        harness.advance(Node.LEASE.minusMinutes(2));
        assertThat(claim(lease)).isEmpty();
        assertThat(claimed()).isEqualTo(1);
    }

    @Test
    void claimsOfADeadOwnerEndWhenItIsKnownThatTheyAreOver() {
        node.emit(keyed("a1", A), keyed("a2", A), keyless("free"));
        PartitionLease former = own();
        List<ClaimedRecord> late = claim(former);
        PartitionLease lease = own();
        assertThat(node.store().partitionsWithWork(List.of(PARTITION))).isEmpty();
        node.store().expireClaims(lease, former.version());
        assertThat(node.store().partitionsWithWork(List.of(PARTITION))).containsExactly(PARTITION);
        List<ClaimedRecord> first = claim(lease);
        assertThat(first).extracting(ClaimedRecord::crashes).containsExactly(1);
        assertThat(node.settle(completed(late.get(0))).ignored()).isEqualTo(1);
        node.complete(first);
        assertThat(pending()).isEqualTo(2);
    }

    @Test
    void onlyClaimsUnderTheVersionThatIsOverEnd() {
        node.emit(keyed("a1", A), keyed("b1", B), keyed("c1", C));
        PartitionLease oldest = own();
        node.claim(oldest, 1);
        PartitionLease former = own();
        node.claim(former, 1);
        PartitionLease lease = own();
        List<ClaimedRecord> running = node.claim(lease, 1);
        node.store().expireClaims(lease, former.version());
        node.store().expireClaims(lease, former.version());
        node.store().expireClaims(lease, 12_345);
        assertThat(ids(claim(lease))).containsExactly("b1");
        assertThat(claim(lease)).isEmpty();
        assertThat(claimed()).isEqualTo(3);
        assertThat(node.settle(completed(running.get(0))).applied()).isEqualTo(1);
    }

    @Test
    void staleOwnerEndsNoClaims() {
        node.emit(keyless("m1"));
        PartitionLease former = own();
        claim(former);
        PartitionLease stale = own();
        PartitionLease lease = own();
        assertThatThrownBy(() -> node.store().expireClaims(stale, former.version()))
                .isInstanceOf(StaleFencingTokenException.class);
        assertThat(claim(lease)).isEmpty();
    }

    @Test
    void claimUnderAReleasedLeaseIsAFormerOwners() {
        node.emit(keyless("m1"));
        PartitionLease released = own();
        claim(released);
        node.leases().release(List.of(released));
        PartitionLease lease = own();
        assertThat(claim(lease)).isEmpty();
        expireClaims();
        assertThat(claim(lease)).hasSize(1);
    }

    @Test
    void ownersOwnExpiredClaimStaysClaimed() {
        node.emit(keyed("m1", A), keyed("m2", A));
        PartitionLease lease = own();
        List<ClaimedRecord> running = node.claim(lease, 1);
        expireClaims();
        assertThat(claim(lease)).isEmpty();
        assertThat(claimed()).isEqualTo(1);
        assertThat(node.settle(completed(running.get(0))).applied()).isEqualTo(1);
        assertThat(ids(claim(lease))).containsExactly("m2");
    }

    @Test
    void lateSettlementTakesEffectWhileNobodyHasTakenTheRecordBack() {
        node.emit(keyless("m1"));
        List<ClaimedRecord> late = claim(own());
        PartitionLease lease = own();
        expireClaims();
        assertThat(node.settle(completed(late.get(0))).applied()).isEqualTo(1);
        assertThat(claim(lease)).isEmpty();
        assertThat(claimed()).isZero();
    }

    @Test
    void settlementOfAClaimThatWasTakenBackIsIgnored() {
        node.emit(keyless("m1"), keyless("m2"));
        List<ClaimedRecord> late = claim(own());
        PartitionLease lease = own();
        expireClaims();
        List<ClaimedRecord> again = claim(lease);
        assertThat(node.settle(completed(late.get(0))).ignored()).isEqualTo(1);
        assertThat(node.settle(completed(late.get(1))).ignored()).isEqualTo(1);
        assertThat(node.settle(completed(again.get(0))).applied()).isEqualTo(1);
        assertThat(pending()).isEqualTo(1);
    }

    @Test
    void crashesAddUp() {
        node.emit(keyless("m1"));
        for (int crashes = 0; crashes < 4; crashes++) {
            assertThat(claim(own()).get(0).crashes()).isEqualTo(crashes);
            expireClaims();
        }
    }

    @Test
    void attemptsSurviveACrash() {
        node.emit(keyless("m1"));
        PartitionLease former = own();
        node.settle(failed(claim(former).get(0), Duration.ZERO));
        claim(former);
        PartitionLease lease = own();
        expireClaims();
        ClaimedRecord record = claim(lease).get(0);
        assertThat(record.attempts()).isEqualTo(1);
        assertThat(record.crashes()).isEqualTo(1);
    }

    @Test
    void crashedRecordIsClaimedAloneWhenItIsTheOldest() {
        node.emit(keyed("crashed", A));
        tick();
        claim(own());
        expireClaims();
        emitInTurn(keyed("younger", A), keyed("other", B), keyless("free"));
        PartitionLease lease = own();
        assertThat(ids(claim(lease))).containsExactly("crashed");
        assertThat(ids(claim(lease))).containsExactly("other", "free");
    }

    @Test
    void crashedRecordIsClaimedAloneWhenOthersAreOlder() {
        emitInTurn(keyed("older", A), keyed("crashed", B), keyed("younger", C), keyless("youngest"));
        PartitionLease former = own();
        List<ClaimedRecord> two = node.claim(former, 2);
        node.settle(released(two.get(0), Duration.ZERO));
        PartitionLease lease = own();
        expireClaims();
        assertThat(ids(claim(lease))).containsExactly("older");
        assertThat(ids(claim(lease))).containsExactly("crashed");
        assertThat(ids(claim(lease))).containsExactly("younger", "youngest");
    }

    @Test
    void crashedRecordInsideALaneIsClaimedAlone() {
        emitInTurn(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        PartitionLease former = own();
        node.settle(dead(node.claim(former, 1).get(0)));
        node.claim(former, 1);
        PartitionLease lease = own();
        expireClaims();
        assertThat(node.store().replay(recordId("a1"))).isTrue();
        List<List<String>> batches = new ArrayList<>();
        for (List<ClaimedRecord> batch = claim(lease); !batch.isEmpty(); batch = claim(lease)) {
            batches.add(ids(batch));
            node.complete(batch);
        }
        assertThat(batches).containsExactly(List.of("a1"), List.of("a2"), List.of("a3"));
    }

    @Test
    void everyRecordOfALostBatchComesBackAndLanesKeepTheirOrder() {
        node.emit(keyed("a1", A), keyless("free"), keyed("a2", A), keyed("b1", B), keyed("a3", A));
        assertThat(claim(own())).hasSize(5);
        PartitionLease lease = own();
        expireClaims();
        List<String> delivered = new ArrayList<>();
        for (List<ClaimedRecord> batch = claim(lease); !batch.isEmpty(); batch = claim(lease)) {
            assertThat(batch)
                    .singleElement()
                    .satisfies(record -> assertThat(record.crashes()).isEqualTo(1));
            delivered.addAll(ids(batch));
            node.complete(batch);
        }
        assertThat(delivered)
                .containsExactlyInAnyOrder("a1", "a2", "a3", "b1", "free")
                .containsSubsequence("a1", "a2", "a3");
    }
}

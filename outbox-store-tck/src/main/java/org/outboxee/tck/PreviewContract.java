package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;

/** What can be seen without claiming: previews, counts, and the hint where work is. */
public abstract class PreviewContract extends StoreContract {

    @Test
    void queryPendingShowsPendingOnly() {
        emitInTurn(keyless("claimed"), keyless("dead"), keyless("pending"));
        PartitionLease lease = own();
        node.claim(lease, 1);
        node.settle(dead(node.claim(lease, 1).get(0)));
        assertThat(previewed()).containsExactly("pending");
    }

    @Test
    void queryPendingNeverClaims() {
        node.emit(keyless("m1"), keyed("m2", A));
        assertThat(previewed()).hasSize(2);
        assertThat(previewed()).hasSize(2);
        assertThat(claimed()).isZero();
        assertThat(claim(own())).hasSize(2);
    }

    @Test
    void queryPendingShowsTheOldestOfItsPartition() {
        emitInTurn(keyless("m1"), keyed("elsewhere", keyIn(2, "x")), keyed("m2", A), keyless("m3"), keyed("m4", A));
        assertThat(node.store().queryPending(PARTITION, 3))
                .extracting(record -> record.id().messageId())
                .containsExactly("m1", "m2", "m3");
        assertThat(node.store().queryPending(0, 3)).isEmpty();
    }

    @Test
    void queryPendingShowsWhatIsNotDueOrBlocked() {
        emitInTurn(
                keyed("delayed", A).delay(HOUR),
                keyed("blocked", A),
                keyless("future").delay(HOUR));
        assertThat(previewed()).containsExactly("delayed", "blocked", "future");
    }

    @Test
    void queryPendingShowsEveryPartOfARecord() {
        node.emit(keyed("m1", A).name("order.placed").bindings("mail"));
        PartitionLease former = own();
        node.settle(failed(claim(former).get(0), Duration.ZERO));
        claim(former);
        PartitionLease lease = own();
        expireClaims();
        Instant before = node.store().now();
        node.settle(failed(claim(lease).get(0), HOUR));
        Instant after = node.store().now();
        PendingRecord record = node.store().queryPending(PARTITION, 10).get(0);
        assertThat(record.id().messageId()).isEqualTo("m1");
        assertThat(record.id().binding()).isEqualTo("mail");
        assertThat(record.name()).isEqualTo("order.placed");
        assertThat(record.key()).isEqualTo(A);
        assertThat(record.attempts()).isEqualTo(2);
        assertThat(record.crashes()).isEqualTo(1);
        assertThat(record.createdAt()).isBefore(before.minus(Node.LEASE));
        assertThat(record.availableAt())
                .isBetween(before.plus(HOUR).minusMillis(1), after.plus(HOUR).plusMillis(1));
    }

    @Test
    void countsAreByState() {
        node.emit(keyless("m1"), keyless("m2").delay(HOUR), keyed("m3", A).bindings("mail", "audit"), keyless("m4"));
        assertThat(node.store().counts()).isEqualTo(new OutboxCounts(5, 0, 0));
        PartitionLease lease = own();
        node.settle(dead(node.claim(lease, 1).get(0)));
        node.claim(lease, 1);
        assertThat(node.store().counts()).isEqualTo(new OutboxCounts(3, 1, 1));
    }

    @Test
    void partitionWithADueRecordHasWork() {
        node.emit(keyed("m1", A), keyed("m2", keyIn(3, "x")));
        assertThat(work()).containsExactlyInAnyOrder(1, 3);
    }

    @Test
    void onlyThePartitionsAskedForAreNamed() {
        node.emit(keyed("m1", A), keyed("m2", keyIn(3, "x")));
        assertThat(node.store().partitionsWithWork(List.of(0, 3))).containsExactly(3);
        assertThat(node.store().partitionsWithWork(List.of(0))).isEmpty();
        assertThat(node.store().partitionsWithWork(List.of())).isEmpty();
    }

    @Test
    void partitionHasNoWorkBeforeItsRecordIsDue() {
        node.emit(keyless("m1").delay(HOUR));
        assertThat(work()).isEmpty();
        harness.advance(HOUR.plusMinutes(1));
        assertThat(work()).containsExactly(PARTITION);
    }

    @Test
    void partitionHasNoWorkBeforeItsRetryIsDue() {
        node.emit(keyed("m1", A));
        node.settle(failed(claim(own()).get(0), HOUR));
        assertThat(work()).isEmpty();
        harness.advance(HOUR.plusMinutes(1));
        assertThat(work()).containsExactly(PARTITION);
    }

    @Test
    void partitionWhoseRecordsAreAllClaimedOrDeadHasNoWork() {
        node.emit(keyless("m1"), keyless("m2"));
        PartitionLease lease = own();
        node.settle(dead(node.claim(lease, 1).get(0)));
        node.claim(lease, 1);
        assertThat(work()).isEmpty();
    }

    @Test
    void partitionWithAnExpiredClaimOfAFormerOwnerHasWork() {
        node.emit(keyless("m1"));
        claim(own());
        own();
        expireClaims();
        assertThat(work()).containsExactly(PARTITION);
    }

    @Test
    void partitionOfAReplayedDeadLetterHasWork() {
        node.emit(keyed("m1", A));
        node.settle(dead(claim(own()).get(0)));
        assertThat(work()).isEmpty();
        node.store().replay(recordId("m1"));
        assertThat(work()).containsExactly(PARTITION);
    }

    @Test
    void partitionWhoseLaneIsFreeAgainHasWork() {
        node.emit(keyed("m1", A), keyed("m2", A));
        PartitionLease lease = own();
        node.complete(node.claim(lease, 1));
        assertThat(work()).containsExactly(PARTITION);
        node.settle(released(claim(lease).get(0), Duration.ZERO));
        assertThat(work()).containsExactly(PARTITION);
    }

    private Set<Integer> work() {
        return node.store().partitionsWithWork(List.of(0, 1, 2, 3));
    }
}

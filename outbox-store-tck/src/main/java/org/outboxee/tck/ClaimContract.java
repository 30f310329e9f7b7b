package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;

/** Which records a claim returns, how many, and in which order. */
public abstract class ClaimContract extends StoreContract {

    @Test
    void claimLimitReturnsOldestN() {
        emitInTurn(keyless("m1"), keyed("m2", A), keyless("m3"), keyed("m4", B), keyless("m5"));
        PartitionLease lease = own();
        assertThat(ids(node.claim(lease, 3))).containsExactly("m1", "m2", "m3");
        assertThat(ids(node.claim(lease, 3))).containsExactly("m4", "m5");
    }

    @Test
    void claimOfNothingReturnsNothing() {
        assertThat(claim(own())).isEmpty();
    }

    @Test
    void claimReturnsOnlyRecordsOfItsPartition() {
        node.emit(keyed("here", A), keyed("there", keyIn(2, "x")));
        assertThat(ids(claim(own()))).containsExactly("here");
        assertThat(ids(claim(node.acquire(2, "node-1")))).containsExactly("there");
    }

    @Test
    void limitZeroAndNegativeClaimNothing() {
        node.emit(keyless("m1"));
        PartitionLease lease = own();
        assertThat(node.claim(lease, 0)).isEmpty();
        assertThat(node.claim(lease, -1)).isEmpty();
        assertThat(node.claim(lease, Integer.MIN_VALUE)).isEmpty();
        assertThat(pending()).isEqualTo(1);
        assertThat(claimed()).isZero();
    }

    @Test
    void limitZeroRecoversNothing() {
        node.emit(keyless("m1"));
        claim(own());
        PartitionLease next = own();
        expireClaims();
        assertThat(node.claim(next, 0)).isEmpty();
        assertThat(claimed()).isEqualTo(1);
    }

    @Test
    void hugeLimitReturnsAll() {
        node.emit(keyless("m1"), keyless("m2"), keyed("m3", A));
        assertThat(ids(node.claim(own(), Integer.MAX_VALUE))).containsExactlyInAnyOrder("m1", "m2", "m3");
    }

    @Test
    void claimedRecordIsNotClaimedAgain() {
        node.emit(keyless("m1"), keyed("m2", A));
        PartitionLease lease = own();
        assertThat(claim(lease)).hasSize(2);
        assertThat(claim(lease)).isEmpty();
    }

    @Test
    void claimNeverFiltersByAttempts() {
        node.emit(keyed("m1", A));
        PartitionLease lease = own();
        for (int attempts = 0; attempts < 60; attempts++) {
            ClaimedRecord record = claim(lease).get(0);
            assertThat(record.attempts()).isEqualTo(attempts);
            node.settle(failed(record, Duration.ZERO));
        }
    }

    @Test
    void recordThatIsNotDueIsNotClaimed() {
        node.emit(keyless("later").delay(HOUR), keyless("now"));
        PartitionLease lease = own();
        assertThat(ids(claim(lease))).containsExactly("now");
        harness.advance(HOUR.minusMinutes(5));
        assertThat(claim(lease)).isEmpty();
        harness.advance(Duration.ofMinutes(6));
        assertThat(ids(claim(lease))).containsExactly("later");
    }

    @Test
    void claimIsOrderedByCreationNotByDueTime() {
        emitInTurn(keyless("m1").delay(HOUR), keyless("m2"), keyed("m3", A).delay(HOUR));
        harness.advance(HOUR.plusMinutes(1));
        assertThat(ids(claim(own()))).containsExactly("m1", "m2", "m3");
    }

    @Test
    void claimSaysUntilWhenItIsValid() {
        node.emit(keyless("m1"));
        PartitionLease lease = own();
        Instant before = node.store().now();
        List<ClaimedRecord> records = node.store().claim(lease, 1, HOUR).records();
        Instant after = node.store().now();
        assertThat(records.get(0).leaseExpiresAt())
                .isBetween(before.plus(HOUR).minusMillis(1), after.plus(HOUR).plusMillis(1));
    }
}

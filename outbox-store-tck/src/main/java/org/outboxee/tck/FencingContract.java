package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.StaleFencingTokenException;

/** Only the newest owner of a partition claims (G5). */
public abstract class FencingContract extends StoreContract {

    @Test
    void staleFencingTokenGetsAnErrorAndNoRecords() {
        node.emit(keyless("m1"));
        PartitionLease former = own();
        PartitionLease lease = node.acquire(PARTITION, "node-2");
        assertRefused(former);
        assertThat(ids(claim(lease))).containsExactly("m1");
    }

    @Test
    void staleFencingTokenOfTheSameOwnerIsStaleToo() {
        PartitionLease former = own();
        own();
        assertRefused(former);
    }

    @Test
    void releasedLeaseIsStale() {
        node.emit(keyless("m1"));
        PartitionLease lease = own();
        node.leases().release(List.of(lease));
        assertRefused(lease);
    }

    @Test
    void leaseThatWasNeverIssuedIsStale() {
        node.emit(keyless("m1"));
        PartitionLease lease = own();
        assertRefused(new PartitionLease(PARTITION, lease.owner(), lease.version() + 1));
        assertRefused(new PartitionLease(PARTITION, lease.owner(), lease.version() - 1));
        assertRefused(new PartitionLease(PARTITION, lease.owner(), Long.MAX_VALUE));
        assertRefused(new PartitionLease(PARTITION, "node-2", lease.version()));
        assertRefused(new PartitionLease(PARTITION, lease.owner() + " ", lease.version()));
        assertThat(ids(claim(lease))).containsExactly("m1");
    }

    @Test
    void partitionThatNobodyEverOwnedRefusesEveryLease() {
        assertRefused(new PartitionLease(PARTITION, "node-1", 0));
        assertRefused(new PartitionLease(PARTITION, "node-1", 1));
        assertRefused(new PartitionLease(PARTITION, "", 0));
    }

    @Test
    void staleClaimTakesNothingBack() {
        node.emit(keyless("m1"));
        PartitionLease former = own();
        List<ClaimedRecord> running = claim(former);
        own();
        expireClaims();
        assertRefused(former);
        assertThat(node.settle(completed(running.get(0))).applied()).isEqualTo(1);
    }

    @Test
    void everyAcquisitionRaisesTheVersion() {
        PartitionLease first = own();
        PartitionLease second = node.acquire(PARTITION, "node-2");
        node.leases().release(List.of(second));
        PartitionLease third = own();
        PartitionLease fourth = start(OUTBOX, PARTITIONS).acquire(PARTITION, "node-3");
        assertThat(List.of(first.version(), second.version(), third.version(), fourth.version()))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void acquireReturnsALeaseForEachPartition() {
        List<PartitionLease> leases = node.leases().acquire(List.of(2, 0, 1), "node-1");
        assertThat(leases).extracting(PartitionLease::partition).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(leases).extracting(PartitionLease::owner).containsOnly("node-1");
        node.emit(keyed("m1", keyIn(0, "x")), keyed("m2", keyIn(2, "x")));
        assertThat(leases).allSatisfy(lease -> assertThat(claim(lease)).hasSizeLessThan(2));
        assertThat(claimed()).isEqualTo(2);
    }

    @Test
    void acquireOfNothingAndReleaseOfNothingDoNothing() {
        PartitionLease lease = own();
        assertThat(node.leases().acquire(List.of(), "node-2")).isEmpty();
        node.leases().release(List.of());
        assertThat(claim(lease)).isEmpty();
    }

    @Test
    void partitionsAreOwnedIndependently() {
        PartitionLease one = own();
        PartitionLease two = node.acquire(2, "node-1");
        node.acquire(2, "node-2");
        assertRefused(two);
        assertThat(claim(one)).isEmpty();
    }

    @Test
    void releaseOfAStaleLeaseLeavesTheNewestOneValid() {
        node.emit(keyless("m1"));
        PartitionLease former = own();
        PartitionLease lease = node.acquire(PARTITION, "node-2");
        node.leases().release(List.of(former));
        assertThat(ids(claim(lease))).containsExactly("m1");
    }

    @Test
    void releaseTwiceIsTheSameAsOnce() {
        PartitionLease former = own();
        node.leases().release(List.of(former));
        PartitionLease lease = own();
        node.leases().release(List.of(former));
        assertThat(claim(lease)).isEmpty();
    }

    @Test
    void ownerOfAHundredCharactersIsKeptExactly() {
        String owner = "é".repeat(99) + "A";
        PartitionLease lease = node.acquire(PARTITION, owner);
        assertThat(claim(lease)).isEmpty();
        assertRefused(new PartitionLease(PARTITION, "é".repeat(99) + "a", lease.version()));
        assertRefused(new PartitionLease(PARTITION, "e".repeat(99) + "A", lease.version()));
    }

    @Test
    void settlementNeedsNoLease() {
        node.emit(keyless("m1"));
        List<ClaimedRecord> records = claim(own());
        node.acquire(PARTITION, "node-2");
        assertThat(node.settle(completed(records.get(0))).applied()).isEqualTo(1);
        assertThat(claimed()).isZero();
    }

    private void assertRefused(PartitionLease lease) {
        for (int limit : new int[] {10, 1, 0, -1}) {
            assertThatThrownBy(() -> node.claim(lease, limit))
                    .as("a claim of at most %d records", limit)
                    .isInstanceOf(StaleFencingTokenException.class)
                    .hasMessageContaining("artition " + lease.partition());
        }
    }
}

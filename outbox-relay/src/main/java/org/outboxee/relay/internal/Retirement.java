package org.outboxee.relay.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.outboxee.relay.PartitionOwnership;
import org.outboxee.spi.PartitionLease;

/**
 * Gives partitions up: they are retired first, and released, or handed over, once nothing of them is claimed any more.
 *
 * <p>Used by one thread at a time.
 */
final class Retirement {

    private final Parts parts;
    private final PartitionOwnership ownership;
    private final ReadyPartitions ready;
    private final Revocation revocation;
    private final HandOvers handOvers;
    private final RelayLog log;
    private final Map<PartitionLease, Long> retiredAt = new HashMap<>();

    Retirement(
            Parts parts,
            PartitionOwnership ownership,
            ReadyPartitions ready,
            Revocation revocation,
            HandOvers handOvers,
            RelayLog log) {
        this.parts = parts;
        this.ownership = ownership;
        this.ready = ready;
        this.revocation = revocation;
        this.handOvers = handOvers;
        this.log = log;
    }

    /** Retires up to so many partitions but for those that are kept; what of them was not started is given back. */
    void retire(int count, Set<Integer> kept) {
        List<PartitionLease> retired = ownership.retire(count, kept);
        note(retired);
        if (!retired.isEmpty()) {
            revocation.giveBack(retired);
        }
    }

    /**
     * Retires what other nodes want. What is claimed of it is delivered first, so that two nodes with different
     * handlers both make headway.
     */
    void retireWanted() {
        for (int partition : handOvers.partitions()) {
            if (ownership.held(partition) == null) {
                handOvers.done(partition);
            }
        }
        note(ownership.retire(handOvers.partitions()));
    }

    private void note(List<PartitionLease> retired) {
        long now = parts.ticker().nanos();
        retired.forEach(lease -> retiredAt.put(lease, now));
    }

    /**
     * Gives up what is drained.
     *
     * @param handingOver whether it goes to the nodes that want it, or to anybody
     * @return whether there are retired partitions that are not drained
     */
    boolean releaseDrained(boolean handingOver) {
        List<PartitionLease> retired = ownership.retired();
        retiredAt.keySet().retainAll(Set.copyOf(retired));
        List<PartitionLease> drained = retired.stream()
                .filter(lease -> ready.isIdle(lease.partition()) || isOverdue(lease))
                .toList();
        if (!drained.isEmpty()) {
            giveUp(drained, handingOver);
            log.released(drained.size(), ownership.owned().size());
        }
        return drained.size() < retired.size();
    }

    private void giveUp(List<PartitionLease> drained, boolean handingOver) {
        List<PartitionLease> released = new ArrayList<>();
        for (PartitionLease lease : drained) {
            String target = handingOver ? handOvers.target(lease.partition()) : null;
            if (target == null) {
                released.add(lease);
            } else {
                parts.leases().handOver(lease, target);
                forget(lease);
            }
        }
        if (!released.isEmpty()) {
            parts.leases().release(released);
            released.forEach(this::forget);
        }
    }

    private void forget(PartitionLease lease) {
        ownership.forget(lease);
        handOvers.done(lease.partition());
    }

    /** A handler that does not return must not keep the partition from others; its record stays claimed. */
    private boolean isOverdue(PartitionLease lease) {
        long now = parts.ticker().nanos();
        return now - retiredAt.getOrDefault(lease, now)
                >= parts.policy().needed().toNanos();
    }
}

package org.outboxee.relay.internal;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.outboxee.relay.PartitionOwnership;
import org.outboxee.spi.PartitionLease;

/**
 * What becomes of claimed records when their partition is lost or to be given up: those that were not started are given
 * back, those that run go on. Safe for concurrent use.
 */
final class Revocation {

    private final Parts parts;
    private final PartitionOwnership ownership;
    private final LaneQueue queue;
    private final Results results;
    private final RelayLog log;

    Revocation(Parts parts, PartitionOwnership ownership, LaneQueue queue, Results results, RelayLog log) {
        this.parts = parts;
        this.ownership = ownership;
        this.queue = queue;
        this.results = results;
        this.log = log;
    }

    /** Another node has taken a partition over, as long as it was not forgotten before. */
    void lost(PartitionLease lease, String why) {
        if (ownership.forget(lease)) {
            log.ownershipLost(lease.partition(), why);
            parts.metrics().ownershipLost(lease.partition());
            giveBack(List.of(lease));
        }
    }

    /** Gives back what waits of these partitions. */
    void giveBack(List<PartitionLease> leases) {
        Set<Integer> partitions = leases.stream().map(PartitionLease::partition).collect(Collectors.toSet());
        results.releaseAll(queue.revoke(work -> partitions.contains(work.partition())));
    }
}

package org.outboxee.relay.internal;

import java.util.List;
import org.outboxee.relay.LeasePolicy;
import org.outboxee.relay.PartitionOwnership;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.StaleFencingTokenException;

/**
 * Finds and claims work, and hands it to the workers.
 *
 * <p>Used by the claim cycle alone, one thread at a time.
 */
final class Claimer {

    private final Parts parts;
    private final LeasePolicy policy;
    private final PartitionOwnership ownership;
    private final ReadyPartitions ready;
    private final LaneQueue queue;
    private final Triage triage;
    private final Results results;
    private final Deliverer deliverer;
    private final RelayLog log;

    Claimer(
            Parts parts,
            PartitionOwnership ownership,
            ReadyPartitions ready,
            LaneQueue queue,
            Triage triage,
            Results results,
            Deliverer deliverer,
            RelayLog log) {
        this.parts = parts;
        this.policy = LeasePolicy.of(parts.config());
        this.ownership = ownership;
        this.ready = ready;
        this.queue = queue;
        this.triage = triage;
        this.results = results;
        this.deliverer = deliverer;
        this.log = log;
    }

    /**
     * Takes all partitions.
     *
     * @return false if that failed
     */
    boolean acquire() {
        try {
            ownership.acquire();
            log.acquired(parts.owner(), ownership.owned());
            return true;
        } catch (Throwable e) {
            log.acquireFailed(e);
            return false;
        }
    }

    /** Asks the store once which partitions have work, whatever was announced. */
    void poll() {
        List<Integer> owned = ownership.owned();
        if (owned.isEmpty()) {
            return;
        }
        try {
            ready.mark(parts.store().partitionsWithWork(owned));
        } catch (Throwable e) {
            log.pollFailed(e);
        }
    }

    /** Gives back what has waited so long that it may not be started any more (G4), without waiting for a worker. */
    void releaseOverdue() {
        long now = parts.ticker().nanos();
        results.releaseAll(queue.revoke(work -> !policy.mayStart(work.claimStart(), now)));
    }

    /**
     * Claims from a partition.
     *
     * @return false if the store failed
     */
    boolean claim(int partition, int limit) {
        PartitionLease lease = ownership.lease(partition);
        if (lease == null) {
            return true;
        }
        long start = parts.ticker().nanos();
        Claim claim;
        try {
            claim = parts.store().claim(lease, limit, policy.lease());
        } catch (StaleFencingTokenException e) {
            lost(lease, e);
            return true;
        } catch (Throwable e) {
            log.claimFailed(partition, e);
            return false;
        }
        ready.claimed(partition, claim, claim.records().size() >= limit);
        for (List<ClaimedRecord> lane : triage.sort(claim.records())) {
            if (!queue.add(new LaneWork(partition, start, lane))) {
                results.releaseAll(List.of(lane));
            }
        }
        deliverer.startWorkers();
        return true;
    }

    /** This version does not take the partition back: with one node, whoever took it did so on purpose. */
    private void lost(PartitionLease lease, StaleFencingTokenException cause) {
        if (ownership.lost(lease)) {
            log.ownershipLost(lease.partition(), cause);
            parts.metrics().ownershipLost(lease.partition());
            results.releaseAll(queue.revoke(work -> work.partition() == lease.partition()));
        }
    }
}

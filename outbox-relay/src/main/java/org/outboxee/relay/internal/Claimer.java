package org.outboxee.relay.internal;

import java.util.List;
import org.outboxee.relay.LeasePolicy;
import org.outboxee.relay.PartitionOwnership;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement.Released;
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
    private final Revocation revocation;
    private final Deliverer deliverer;
    private final PutAside putAside;
    private final RelayLog log;

    Claimer(
            Parts parts,
            PartitionOwnership ownership,
            ReadyPartitions ready,
            LaneQueue queue,
            Triage triage,
            Results results,
            Revocation revocation,
            Deliverer deliverer,
            RelayLog log) {
        this.parts = parts;
        this.policy = parts.policy();
        this.ownership = ownership;
        this.ready = ready;
        this.queue = queue;
        this.triage = triage;
        this.results = results;
        this.revocation = revocation;
        this.deliverer = deliverer;
        this.putAside = new PutAside(parts);
        this.log = log;
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
        ready.claiming(partition); // before the look at the lease: who retires it looks for claims after that
        try {
            PartitionLease lease = ownership.lease(partition);
            return lease == null || claim(lease, limit);
        } finally {
            ready.claimEnded(partition);
        }
    }

    private boolean claim(PartitionLease lease, int limit) {
        int partition = lease.partition();
        long start = parts.ticker().nanos();
        Claim claim;
        try {
            claim = parts.store().claim(lease, limit, policy.lease());
        } catch (StaleFencingTokenException e) {
            revocation.lost(lease, String.valueOf(e.getMessage()));
            return true;
        } catch (Throwable e) {
            log.claimFailed(partition, e);
            return false;
        }
        ready.claimed(partition, claim, claim.records().size() >= limit);
        for (List<ClaimedRecord> lane : triage.sort(claim.records())) {
            if (queue.isFull(lane.get(0))) {
                results.released(new Released(lane.get(0), putAside.delay(lane.get(0))), lane.size() - 1);
            } else if (!queue.add(new LaneWork(partition, start, lane))) {
                results.releaseAll(List.of(lane));
            }
        }
        if (ownership.lease(partition) == null) {
            revocation.giveBack(List.of(lease)); // retired or lost meanwhile
        }
        deliverer.startWorkers();
        return true;
    }
}

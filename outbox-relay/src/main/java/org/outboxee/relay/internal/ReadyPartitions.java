package org.outboxee.relay.internal;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Lane;
import org.outboxee.spi.Settlement;

/**
 * Which partitions to claim from next, in turn.
 *
 * <p>A claim that returned all it could may have left younger records behind that were blocked by claimed siblings.
 * Nobody announces them when their lane gets free, so the lanes in flight are counted here, and the settlement that
 * ends one makes its partition ready again.
 *
 * <p>Safe for concurrent use: every method holds the lock of this object and calls nothing outside.
 */
final class ReadyPartitions {

    /** A store may find only lost races for a while and say "more" each time; after this many, the poll decides. */
    private static final int MAX_EMPTY_CLAIMS = 3;

    private final Set<Integer> ready = new LinkedHashSet<>();
    private final Map<Lane, Integer> inFlight = new HashMap<>();
    private final Map<Integer, Integer> lanesInFlight = new HashMap<>();
    private final Set<Integer> recheck = new HashSet<>();
    private final Map<Integer, Integer> emptyClaims = new HashMap<>();

    /** Claimed records whose results are not stored yet, and claims that are under way. */
    private final Map<Integer, Integer> unsettled = new HashMap<>();

    /** Adds partitions at the end of the queue; those that are in it keep their place. */
    synchronized void mark(Collection<Integer> partitions) {
        ready.addAll(partitions);
    }

    synchronized int size() {
        return ready.size();
    }

    /** Takes the next partition, {@code null} if none is ready. A mark that comes from now on is kept. */
    synchronized @Nullable Integer take() {
        Iterator<Integer> first = ready.iterator();
        if (!first.hasNext()) {
            return null;
        }
        Integer partition = first.next();
        first.remove();
        if (lanesInFlight.containsKey(partition)) {
            recheck.add(partition);
        } else {
            recheck.remove(partition);
        }
        return partition;
    }

    /** How many claimed records of a lane there are whose results are not stored yet. */
    synchronized int inFlight(Lane lane) {
        return inFlight.getOrDefault(lane, 0);
    }

    /** A claim from this partition begins, if the partition is owned. */
    synchronized void claiming(int partition) {
        unsettled.merge(partition, 1, Integer::sum);
    }

    /** A claim from this partition has ended, after its records were counted. */
    synchronized void claimEnded(int partition) {
        settle(partition, 1);
    }

    /** Whether no record of this partition is claimed and none is being claimed. */
    synchronized boolean isIdle(int partition) {
        return !unsettled.containsKey(partition);
    }

    private void settle(int partition, int count) {
        unsettled.computeIfPresent(partition, (same, before) -> before > count ? before - count : null);
    }

    /** A claim from this partition returned. */
    synchronized void claimed(int partition, Claim claim, boolean full) {
        if (!claim.records().isEmpty()) {
            unsettled.merge(partition, claim.records().size(), Integer::sum);
        }
        for (ClaimedRecord record : claim.records()) {
            Lane lane = record.lane();
            if (lane != null && inFlight.merge(lane, 1, Integer::sum) == 1) {
                lanesInFlight.merge(partition, 1, Integer::sum);
            }
        }
        int empty = claim.records().isEmpty() ? emptyClaims.merge(partition, 1, Integer::sum) : 0;
        if (empty == 0 || !claim.more()) {
            emptyClaims.remove(partition);
        }
        if ((claim.more() || full) && empty < MAX_EMPTY_CLAIMS) {
            ready.add(partition);
        }
    }

    /** A record is not claimed any more, nor is what was released with it. */
    synchronized void settled(Settling settling) {
        ClaimedRecord record = settling.settlement().record();
        settled(record, 1 + settling.tail());
        // Given back without a wait: nobody else will say that it can be claimed.
        if (settling.settlement() instanceof Settlement.Released released
                && released.delay().isZero()) {
            ready.add(record.partition());
        }
    }

    /** A record was replaced by others that can be claimed. */
    synchronized void expanded(ClaimedRecord record) {
        settled(record, 1);
        ready.add(record.partition());
    }

    private void settled(ClaimedRecord record, int count) {
        settle(record.partition(), count);
        Lane lane = record.lane();
        Integer before = lane == null ? null : inFlight.get(lane);
        if (lane == null || before == null) {
            return;
        }
        if (before > count) {
            inFlight.put(lane, before - count);
            return;
        }
        inFlight.remove(lane);
        lanesInFlight.computeIfPresent(record.partition(), (partition, lanes) -> lanes > 1 ? lanes - 1 : null);
        if (recheck.remove(record.partition())) {
            ready.add(record.partition());
        }
    }
}

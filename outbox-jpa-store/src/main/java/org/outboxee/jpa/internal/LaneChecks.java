package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells for pages of candidates, in their order, which ones their lanes let go: no sibling is claimed, and every older
 * one is among those that were let go before. For one claim.
 */
final class LaneChecks {

    /**
     * What is in flight: a few batches. Neither distinct nor without keyless ones, lest the lane index be read instead.
     */
    private static final String CLAIMED = "select r.binding, r.orderingKey from OutboxRecord r"
            + " where r.partitionId = :partition and r.state = 'CLAIMED'"
            + " order by r.partitionId, r.state, r.sortAt, r.seq";

    /** Most partitions have no record that waits or is parked, so that no lane need be asked for them. */
    private static final String ANY_STALLED = "select p.id from OutboxPartition p where p.id = :partition and ("
            + "exists (select r.id from OutboxRecord r where r.partitionId = :partition and r.state = 'WAITING')"
            + " or exists (select r.id from OutboxRecord r where r.partitionId = :partition and r.state = 'PARKED'))";

    private static final String OLDER = " from OutboxRecord s where s.partitionId = r.partitionId"
            + " and s.binding = r.binding and s.orderingKey = r.orderingKey and s.seq < r.seq and s.state = ";

    /**
     * How many older pending siblings records have. In the select list, as what follows: optimisers turn conditions on
     * siblings into joins, for which they read all waiting or parked records there are. The states are literals, so
     * that a plan made for one is never used for another.
     */
    private static final String OLDER_PENDING = "select r.id, (select count(s.id)" + OLDER + "'PENDING')";

    private static final String OLDER_STALLED = ", case when exists (select s.id" + OLDER + "'WAITING')"
            + " or exists (select s.id" + OLDER + "'PARKED') then 1 else 0 end";

    private static final String OF_THESE = " from OutboxRecord r where r.id in :ids";

    private final EntityManager entities;
    private final int partitionId;
    private @Nullable Set<LaneKey> inFlight;
    private boolean anyStalled;

    /** How many records of a lane were let go. */
    private final Map<LaneKey, Long> passed = new HashMap<>();

    LaneChecks(EntityManager entities, int partitionId) {
        this.entities = entities;
        this.partitionId = partitionId;
    }

    /** The records of a page that are let go, by row id; those without a key always are. */
    Set<Long> free(List<Candidate> page) {
        Map<LaneKey, List<Candidate>> lanes = new LinkedHashMap<>();
        Set<Long> free = new HashSet<>();
        for (Candidate candidate : page) {
            LaneKey lane = candidate.lane();
            if (lane == null) {
                free.add(candidate.rowId());
            } else {
                lanes.computeIfAbsent(lane, key -> new ArrayList<>()).add(candidate);
            }
        }
        lanes.keySet().removeIf(lane -> inFlight().contains(lane));
        if (!lanes.isEmpty()) {
            // For each page: a later one may have records that came after a delayed one that the earlier did not know.
            anyStalled = anyStalled();
            wholeLanes(lanes, free);
            oneByOne(lanes, free);
        }
        return free;
    }

    private Set<LaneKey> inFlight() {
        if (inFlight == null) {
            inFlight = entities.createQuery(CLAIMED, Object[].class)
                    .setParameter("partition", partitionId)
                    .getResultStream()
                    .filter(row -> row[1] != null)
                    .map(row -> new LaneKey(partitionId, (String) row[0], (String) row[1]))
                    .collect(Collectors.toSet());
        }
        return inFlight;
    }

    private boolean anyStalled() {
        return !entities.createQuery(ANY_STALLED, Integer.class)
                .setParameter("partition", partitionId)
                .getResultList()
                .isEmpty();
    }

    /** Nearly always all of a lane's records are free: its youngest one, asked alone, says so. */
    private void wholeLanes(Map<LaneKey, List<Candidate>> lanes, Set<Long> free) {
        Map<Long, Long> olderPending = olderPending(lanes.values().stream()
                .map(LaneChecks::last)
                .map(Candidate::rowId)
                .toList());
        lanes.entrySet().removeIf(lane -> {
            List<Candidate> ofLane = lane.getValue();
            long before = passed.getOrDefault(lane.getKey(), 0L);
            Long older = olderPending.get(last(ofLane).rowId());
            boolean all = older != null && older == before + ofLane.size() - 1 && isAscending(ofLane);
            if (all) {
                passed.put(lane.getKey(), before + ofLane.size());
                ofLane.forEach(candidate -> free.add(candidate.rowId()));
            }
            return all;
        });
    }

    private void oneByOne(Map<LaneKey, List<Candidate>> lanes, Set<Long> free) {
        Map<Long, Long> olderPending = olderPending(lanes.values().stream()
                .flatMap(List::stream)
                .map(Candidate::rowId)
                .toList());
        lanes.forEach((lane, ofLane) -> ofLane.forEach(candidate -> {
            Long older = olderPending.get(candidate.rowId());
            // Creation times out of order can put a record before an older sibling: it waits for that one.
            if (older != null && older.equals(passed.getOrDefault(lane, 0L))) {
                passed.merge(lane, 1L, Long::sum);
                free.add(candidate.rowId());
            }
        }));
    }

    /** The number of older pending siblings, of those records that no older one of another kind blocks. */
    private Map<Long, Long> olderPending(Collection<Long> rowIds) {
        Map<Long, Long> olderPending = new HashMap<>();
        String query = OLDER_PENDING + (anyStalled ? OLDER_STALLED : "") + OF_THESE;
        for (List<Long> ids : Chunks.of(rowIds.stream().sorted().toList())) {
            for (Object[] row : entities.createQuery(query, Object[].class)
                    .setParameter("ids", ids)
                    .getResultList()) {
                if (row.length == 2 || ((Number) row[2]).intValue() == 0) {
                    olderPending.put((Long) row[0], (Long) row[1]);
                }
            }
        }
        return olderPending;
    }

    private static Candidate last(List<Candidate> ofLane) {
        return ofLane.get(ofLane.size() - 1);
    }

    private static boolean isAscending(List<Candidate> ofLane) {
        for (int i = 1; i < ofLane.size(); i++) {
            if (ofLane.get(i).seq() < ofLane.get(i - 1).seq()) {
                return false;
            }
        }
        return true;
    }
}

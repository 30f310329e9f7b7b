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

/**
 * Tells for pages of candidates, in their order, which ones their lanes let go: no sibling is claimed, and every older
 * one is among those that were let go before. For one claim.
 */
final class LaneChecks {

    private static final String SIBLING = " s.partitionId = r.partitionId and s.binding = r.binding"
            + " and s.orderingKey = r.orderingKey and s.id <> r.id";

    /**
     * Those of some records that nothing but older pending siblings may block, and how many of these there are. The
     * comparison of ids keeps optimisers from collecting all siblings of all lanes first. The states are literals, so
     * that a plan made for one is never used for another.
     */
    private static final String FREE = "select r.id, (select count(s.id) from OutboxRecord s where" + SIBLING
            + " and s.state = 'PENDING' and s.seq < r.seq) from OutboxRecord r where r.id in :ids"
            + " and not exists (select s.id from OutboxRecord s where" + SIBLING + " and s.state = 'CLAIMED')"
            + " and not exists (select s.id from OutboxRecord s where" + SIBLING
            + " and s.state = 'WAITING' and s.seq < r.seq)"
            + " and not exists (select s.id from OutboxRecord s where" + SIBLING
            + " and s.state = 'PARKED' and s.seq < r.seq)";

    private final EntityManager entities;

    /** How many records of a lane were let go. */
    private final Map<LaneKey, Long> passed = new HashMap<>();

    LaneChecks(EntityManager entities) {
        this.entities = entities;
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
        if (!lanes.isEmpty()) {
            wholeLanes(lanes, free);
            oneByOne(lanes, free);
        }
        return free;
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

    private Map<Long, Long> olderPending(Collection<Long> rowIds) {
        Map<Long, Long> olderPending = new HashMap<>();
        for (List<Long> ids : Chunks.of(rowIds.stream().sorted().toList())) {
            entities.createQuery(FREE, Object[].class)
                    .setParameter("ids", ids)
                    .getResultStream()
                    .forEach(row -> olderPending.put((Long) row[0], (Long) row[1]));
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

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.jpa.internal.LaneHeads.Head;

/**
 * Tells for pages of candidates, in their order, which ones their lanes let go: no sibling is claimed, and every older
 * one is among those that were let go before. For one claim.
 */
final class LaneChecks {

    private final EntityManager entities;
    private final int partitionId;
    private final LaneHeads heads;

    /** Lanes that let nothing go, so that later pages need not ask again. */
    private final Set<LaneKey> blocked = new HashSet<>();

    /** How many records of a lane were let go. */
    private final Map<LaneKey, Integer> passed = new HashMap<>();

    LaneChecks(EntityManager entities, int partitionId, LaneHeads heads) {
        this.entities = entities;
        this.partitionId = partitionId;
        this.heads = heads;
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
        lanes.keySet().removeIf(blocked::contains);
        if (!lanes.isEmpty()) {
            // For each page: a later one may have records that came after a delayed one that the earlier did not know.
            Map<Long, Head> found = heads.of(
                    entities,
                    partitionId,
                    lanes.values().stream()
                            .map(lane -> lane.get(0).rowId())
                            .sorted()
                            .toList());
            lanes.forEach((lane, ofLane) ->
                    addFree(lane, ofLane, found.get(ofLane.get(0).rowId()), free));
        }
        return free;
    }

    private void addFree(LaneKey lane, List<Candidate> ofLane, @Nullable Head head, Set<Long> free) {
        if (head == null) {
            return; // gone by now, which can only be somebody's work by hand
        }
        if (head.blocksAll()) {
            blocked.add(lane);
            return;
        }
        int before = passed.getOrDefault(lane, 0);
        List<Long> oldest = before == 0 && ofLane.size() == 1
                ? List.of(head.pending())
                : Lanes.oldestPending(entities, lane, before + ofLane.size());
        for (Candidate candidate : ofLane) {
            int next = passed.getOrDefault(lane, 0);
            // Creation times out of order can put a record before an older sibling: it waits for that one.
            if (candidate.seq() < head.stalled() && next < oldest.size() && oldest.get(next) == candidate.seq()) {
                passed.put(lane, next + 1);
                free.add(candidate.rowId());
            }
        }
    }
}

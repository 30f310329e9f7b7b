package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.outboxee.jpa.internal.Lanes.Member;
import org.outboxee.jpa.internal.Lanes.State;

/**
 * Moves blocked records out of the way of claims, which would read them again and again. Only claims park, under the
 * lock of their partition. Stateless.
 */
final class Parking {

    /** How many lanes one claim parks: each costs a few statements. */
    private static final int LANES = 64;

    /** How many records one claim parks besides those that it has read, evenly from its lanes. */
    private static final int MORE = 2000;

    /**
     * Up to this many lanes. Of more there are few records each, which lie far ahead in the order of the claims: on
     * PostgreSQL, where they were in the index is passed all at once when claims get there.
     */
    private static final int FEW_LANES = 8;

    private static final String PARK =
            "update OutboxRecord r set r.state = 'PARKED' where r.id in :ids and r.state = 'PENDING'";

    private static final String REST = "select r.id from OutboxRecord r where " + LaneKey.CONDITION
            + " and r.state = 'PENDING' and r.seq > :seq"
            + " order by r.partitionId, r.binding, r.orderingKey, r.state, r.seq";

    /** A holder, and the blocked records of its lane. */
    private record Held(Member holder, LaneKey lane, List<Candidate> records) {}

    private Parking() {}

    /**
     * Parks blocked records, each behind a holder that is found and kept as it is first. Where none is found, the lane
     * is about to move and its records stay.
     */
    static void park(EntityManager entities, Database database, List<Candidate> blocked) {
        Map<LaneKey, List<Candidate>> byLane = new TreeMap<>();
        for (Candidate candidate : blocked) {
            byLane.computeIfAbsent(Objects.requireNonNull(candidate.lane()), lane -> new ArrayList<>())
                    .add(candidate);
        }
        Map<Long, Held> byHolder = new TreeMap<>();
        byLane.entrySet().stream()
                .limit(LANES)
                .forEach(lane -> holder(entities, lane.getKey(), lane.getValue())
                        .ifPresent(
                                holder -> byHolder.put(holder.id(), new Held(holder, lane.getKey(), lane.getValue()))));
        List<Long> ids = new ArrayList<>();
        // By row id, as settlements that are not completions: most deadlocks between the two are avoided.
        for (Held held : byHolder.values()) {
            if (Lanes.hold(entities, held.holder())) {
                held.records().forEach(candidate -> ids.add(candidate.rowId()));
                if (byHolder.size() <= FEW_LANES) {
                    ids.addAll(rest(entities, held.lane(), held.records(), MORE / byHolder.size()));
                }
            }
        }
        for (List<Long> chunk :
                database.toChange(ids.stream().distinct().sorted().toList())) {
            entities.createQuery(PARK).setParameter("ids", chunk).executeUpdate();
        }
    }

    /** A claimed sibling, wherever it is, or the oldest that waits for its time, if it is older. */
    private static Optional<Member> holder(EntityManager entities, LaneKey lane, List<Candidate> ofLane) {
        long first = ofLane.stream().mapToLong(Candidate::seq).min().orElseThrow();
        return Lanes.oldest(entities, lane, State.CLAIMED)
                .or(() -> Lanes.oldest(entities, lane, State.WAITING).filter(member -> member.seq() < first));
    }

    private static List<Long> rest(EntityManager entities, LaneKey lane, List<Candidate> ofLane, int most) {
        long last = ofLane.stream().mapToLong(Candidate::seq).max().orElseThrow();
        return lane.on(entities.createQuery(REST, Long.class))
                .setParameter("seq", last)
                .setMaxResults(most)
                .getResultList();
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps the promise that no lane sticks: where records are parked, a record that is not parked <em>holds</em> them, and
 * when a holder leaves its claim, or ends, the lane is woken in the same transaction. See ADR 0006. Stateless.
 */
final class Lanes {

    /** How many parked records a lane that moves on gets back at once. */
    static final int WINDOW = 64;

    /**
     * Only for records as they were read: who changes them meanwhile makes the update find nothing. It always changes
     * the row, since a driver may be told to count changed rows only ({@code useAffectedRows} of MariaDB and MySQL).
     */
    private static final String HOLD = "update OutboxRecord r set r.holding = case when r.holding = 1 then 2 else 1 end"
            + " where r.id = :id and r.state = :state";

    private static final String UNPARK =
            "update OutboxRecord r set r.state = 'PENDING', r.holding = 1 where r.id = :id and r.state = 'PARKED'";

    private static final String UNPARK_MORE =
            "update OutboxRecord r set r.state = 'PENDING' where r.id in :ids and r.state = 'PARKED'";

    private static final String HELD =
            "select distinct r.binding, r.orderingKey from OutboxRecord r where r.id in :ids and r.holding > 0";

    /** A record of a lane. */
    record Member(long id, long seq, State state) {}

    /** The states of records that are not at their end. */
    enum State {
        CLAIMED,
        WAITING,
        PENDING,
        PARKED;

        /** With a literal state: a bound one would keep partial indexes from being used. */
        private final String oldest = "select r.id, r.seq from OutboxRecord r where " + LaneKey.CONDITION
                + " and r.state = '" + name() + "' order by r.partitionId, r.binding, r.orderingKey, r.state, r.seq";
    }

    /** A lane is not as it was read: the whole transaction has to be tried again. */
    static final class LaneMovedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        LaneMovedException(String what) {
            super(what);
        }
    }

    private Lanes() {}

    /** The oldest record of a lane in a state. */
    static Optional<Member> oldest(EntityManager entities, LaneKey lane, State state) {
        return members(entities, lane, state, 1).stream().findFirst();
    }

    /** The seqs of the oldest pending records of a lane, ascending. */
    static List<Long> oldestPending(EntityManager entities, LaneKey lane, int limit) {
        return members(entities, lane, State.PENDING, limit).stream()
                .map(Member::seq)
                .toList();
    }

    /** The oldest records of a lane in a state, as this transaction sees them. */
    static List<Member> members(EntityManager entities, LaneKey lane, State state, int limit) {
        return lane.on(entities.createQuery(state.oldest, Object[].class)).setMaxResults(limit).getResultList().stream()
                .map(row -> new Member((Long) row[0], (Long) row[1], state))
                .toList();
    }

    /**
     * Makes a record the holder of what is parked behind it, and keeps it as it is to the end of the transaction.
     *
     * @return false if the record has changed
     */
    static boolean hold(EntityManager entities, Member member) {
        return entities.createQuery(HOLD)
                        .setParameter("id", member.id())
                        .setParameter("state", member.state().name())
                        .executeUpdate()
                == 1;
    }

    /** The lanes that some records of a partition hold, which have to be woken when these leave their claim. */
    static List<LaneKey> heldBy(EntityManager entities, int partitionId, List<Long> ids) {
        return entities.createQuery(HELD, Object[].class).setParameter("ids", ids).getResultList().stream()
                .map(row -> new LaneKey(partitionId, (String) row[0], (String) row[1]))
                .sorted()
                .toList();
    }

    /**
     * Gives a lane a holder after one has gone: the oldest record, which is unparked if need be. Does nothing where
     * nothing is parked. For claims, which nobody parks beside.
     *
     * @param movesOn whether the lane's head was delivered or is dead, so that the next ones may be delivered soon
     * @throws LaneMovedException if that record changed at the same time
     */
    static void wake(EntityManager entities, Database database, LaneKey lane, boolean movesOn) {
        wake(entities, database, Lanes::members, lane, movesOn);
    }

    /** The same without the lock of the partition, with reads that show what claims have parked meanwhile. */
    static void wake(EntityManager entities, Database database, LaneReads reads, LaneKey lane, boolean movesOn) {
        List<Member> parked = reads.oldest(entities, lane, State.PARKED, movesOn ? WINDOW : 1);
        if (parked.isEmpty()) {
            return;
        }
        Member first = parked.get(0);
        Optional<Member> older = Stream.of(State.CLAIMED, State.WAITING, State.PENDING)
                .flatMap(state -> reads.oldest(entities, lane, state, 1).stream())
                .filter(member -> member.seq() < first.seq())
                .min((a, b) -> Long.compare(a.seq(), b.seq()));
        boolean held = older.isPresent() ? hold(entities, older.get()) : unpark(entities, database, parked);
        if (!held) {
            throw new LaneMovedException("Lane " + lane + " changed at the same time");
        }
    }

    private static boolean unpark(EntityManager entities, Database database, List<Member> parked) {
        boolean first = entities.createQuery(UNPARK)
                        .setParameter("id", parked.get(0).id())
                        .executeUpdate()
                == 1;
        List<Long> others = parked.stream().skip(1).map(Member::id).sorted().toList();
        if (first) {
            for (List<Long> ids : database.toChange(others)) {
                entities.createQuery(UNPARK_MORE).setParameter("ids", ids).executeUpdate();
            }
        }
        return first;
    }
}

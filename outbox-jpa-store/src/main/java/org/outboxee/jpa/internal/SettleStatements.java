package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/**
 * The statements of a settlement. Each changes only what carries the claim's token. Stateless.
 *
 * @param database the kind of database
 * @param clock the store's clock
 * @param held whether records that hold parked ones are changed too; then their lanes have to be woken
 */
record SettleStatements(Database database, StoreClock clock, boolean held) {

    /** Read again when a statement has waited for a claim that made the record a holder. */
    private static final String UNHELD = " and r.holding = 0";

    private static final String THIS_ONE = " where r.id = :id and r.claimToken = :token";

    private static final String COMPLETE = "delete from OutboxRecord r" + THIS_ONE;

    // No arithmetic beside a text from outside: EclipseLink then puts the text into the statement, on some databases.
    private static final String FAIL = "update OutboxRecord r set r.state = 'WAITING', r.attempts = :attempts,"
            + " r.availableAt = :due, r.sortAt = :due, r.lastError = :error," + Stamp.CLEARED + THIS_ONE;

    private static final String DEAD = "update OutboxRecord r set r.state = 'DEAD', r.attempts = :attempts,"
            + " r.lastError = :error," + Stamp.CLEARED + THIS_ONE;

    private static final String RELEASE = "update OutboxRecord r set r.state = 'PENDING'," + Stamp.CLEARED + THIS_ONE;

    private static final String RELEASE_LATER = "update OutboxRecord r set r.state = 'WAITING',"
            + " r.availableAt = :due, r.sortAt = :due," + Stamp.CLEARED + THIS_ONE;

    private static final String RELEASE_ALL = "update OutboxRecord r set r.state = 'PENDING'," + Stamp.CLEARED
            + " where r.id in :ids and r.claimToken = :token";

    private static final String TAIL = "select r.id from OutboxRecord r where " + LaneKey.CONDITION
            + " and r.state = 'CLAIMED' and r.seq > :seq and r.claimToken = :token";

    private static final String CARRYING =
            "select r.id from OutboxRecord r where r.id in :ids and r.claimToken in :tokens";

    /** Writes a settlement, and says whether the record still had its claim. */
    boolean write(EntityManager entities, Settlement settlement) {
        String token = settlement.record().token();
        Query query;
        if (settlement instanceof Completed) {
            query = query(entities, COMPLETE, token);
        } else if (settlement instanceof Failed failed) {
            query = query(entities, FAIL, token)
                    .setParameter("attempts", failed.record().attempts() + 1)
                    .setParameter("due", after(failed.retryAfter()))
                    .setParameter("error", text(failed.failure().error()));
        } else if (settlement instanceof Dead dead) {
            query = query(entities, DEAD, token)
                    .setParameter("attempts", dead.attempts())
                    .setParameter("error", text(dead.failure().error()));
        } else {
            Duration delay = ((Released) settlement).delay();
            query = delay.isZero()
                    ? query(entities, RELEASE, token)
                    : query(entities, RELEASE_LATER, token).setParameter("due", after(delay));
        }
        return query.setParameter("id", RowHandle.idOf(settlement.record())).executeUpdate() == 1;
    }

    /**
     * Releases what a claim holds of a lane behind a record that was given back.
     *
     * @return whether all of it is released: false if some of it holds parked records by now
     */
    boolean releaseTail(EntityManager entities, LaneKey lane, ClaimedRecord head) {
        List<Long> tail = lane.on(entities.createQuery(TAIL, Long.class))
                .setParameter("seq", head.seq())
                .setParameter("token", head.token())
                .getResultList();
        int released = 0;
        for (List<Long> ids : database.toChange(tail.stream().sorted().toList())) {
            released += query(entities, RELEASE_ALL, head.token())
                    .setParameter("ids", ids)
                    .executeUpdate();
        }
        return released == tail.size();
    }

    /** Those of some settlements whose records still have their claims. */
    static <T extends Settlement> List<T> claimed(EntityManager entities, Collection<T> settlements) {
        List<T> found = new ArrayList<>();
        for (List<T> chunk : Chunks.of(List.copyOf(settlements))) {
            List<Long> carrying = entities.createQuery(CARRYING, Long.class)
                    .setParameter(
                            "ids", chunk.stream().map(SettleStatements::id).toList())
                    .setParameter(
                            "tokens",
                            chunk.stream().map(one -> one.record().token()).collect(Collectors.toSet()))
                    .getResultList();
            chunk.stream().filter(one -> carrying.contains(id(one))).forEach(found::add);
        }
        return found;
    }

    private static long id(Settlement settlement) {
        return RowHandle.idOf(settlement.record());
    }

    private Query query(EntityManager entities, String statement, String token) {
        return entities.createQuery(held ? statement : statement + UNHELD).setParameter("token", token);
    }

    private long after(Duration delay) {
        return clock.millis() + delay.toMillis();
    }

    /** Some databases return an empty text as null, so none is stored. */
    private static @Nullable String text(String error) {
        return error.isEmpty() ? null : error;
    }
}

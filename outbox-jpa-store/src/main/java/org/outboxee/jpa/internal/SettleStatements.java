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
import org.outboxee.spi.Failure;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/**
 * The statements of a settlement. Each changes only what carries the claim's token. Stateless.
 *
 * @param parts the store
 * @param held whether records that hold parked ones are changed too; then their lanes have to be woken
 */
record SettleStatements(StoreParts parts, boolean held) {

    /** Read again when a statement has waited for a claim that made the record a holder. */
    private static final String UNHELD = " and r.holding = 0";

    private static final String THIS_ONE = " where r.id = :id and r.claimToken = :token";

    private static final String COMPLETE = "delete from OutboxRecord r" + THIS_ONE;

    private static final String KEEP =
            "update OutboxRecord r set r.state = 'DONE', r.sortAt = :until, r.endedAt = :now," + " r.holding = 0,"
                    + Stamp.CLEARED + THIS_ONE;

    private static final String KEEP_ID = "update OutboxRecord r set r.state = 'DONE', r.sortAt = :until,"
            + " r.endedAt = :now, r.holding = 0, r.payload = null, r.headers = null,"
            + " r.failures = null, r.lastError = null," + Stamp.CLEARED + THIS_ONE;

    // No arithmetic beside a text from outside: EclipseLink then puts the text into the statement, on some databases.
    private static final String FAIL = "update OutboxRecord r set r.state = 'WAITING', r.attempts = :attempts,"
            + " r.availableAt = :due, r.sortAt = :due, r.lastError = :error, r.failures = :failures,"
            + Stamp.CLEARED + THIS_ONE;

    private static final String DEAD = "update OutboxRecord r set r.state = 'DEAD', r.attempts = :attempts,"
            + " r.lastError = :error, r.failures = :failures, r.endedAt = :now," + Stamp.CLEARED + THIS_ONE;

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
        Query query;
        if (settlement instanceof Completed completed) {
            query = complete(entities, completed.record());
        } else if (settlement instanceof Failed failed) {
            int attempts = failed.record().attempts() + 1;
            query = failed(entities, FAIL, failed.record(), attempts, failed.failure())
                    .setParameter("due", after(failed.retryAfter()));
        } else if (settlement instanceof Dead dead) {
            query = failed(entities, DEAD, dead.record(), dead.attempts(), dead.failure())
                    .setParameter("now", parts.clock().millis());
        } else {
            Duration delay = ((Released) settlement).delay();
            String token = settlement.record().token();
            query = delay.isZero()
                    ? query(entities, RELEASE, token)
                    : query(entities, RELEASE_LATER, token).setParameter("due", after(delay));
        }
        return query.setParameter("id", RowHandle.idOf(settlement.record())).executeUpdate() == 1;
    }

    private Query complete(EntityManager entities, ClaimedRecord record) {
        Duration kept = parts.retention().of(RowHandle.of(record).idRemembered());
        if (kept.isZero()) {
            return query(entities, COMPLETE, record.token());
        }
        return query(entities, parts.retention().keepsContent() ? KEEP : KEEP_ID, record.token())
                .setParameter("until", after(kept))
                .setParameter("now", parts.clock().millis());
    }

    private Query failed(
            EntityManager entities, String statement, ClaimedRecord record, int attempts, Failure failure) {
        byte[] failures = parts.failures()
                .add(RowHandle.of(record).failures(), attempts, parts.clock().now(), failure);
        return query(entities, statement, record.token())
                .setParameter("attempts", attempts)
                .setParameter("error", text(failure.error()))
                .setParameter("failures", failures);
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
        for (List<Long> ids : parts.database().toChange(tail.stream().sorted().toList())) {
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
        return parts.clock().millis() + delay.toMillis();
    }

    /** Some databases return an empty text as null, so none is stored. */
    private static @Nullable String text(String error) {
        return error.isEmpty() ? null : error;
    }
}

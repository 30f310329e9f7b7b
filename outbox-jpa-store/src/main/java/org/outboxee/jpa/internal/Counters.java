package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.spi.OutboxStoreException;

/** The counter rows. Stateless. */
final class Counters {

    /**
     * Numbers that a counter has given out.
     *
     * @param first the first one
     * @param createdAt the creation time that goes with them: never before that of a lower number
     */
    record Taken(long first, long createdAt) {}

    private Counters() {}

    /**
     * Takes the same count of numbers from several counters of keyless records.
     *
     * @return the first one of each, by counter id
     */
    static Map<Integer, Long> takeEach(EntityManager entities, List<Integer> counterIds, int count) {
        Map<Integer, Long> firsts = new HashMap<>();
        for (List<Integer> ids : Chunks.of(counterIds)) {
            entities.createQuery("update OutboxCounter c set c.lastSeq = c.lastSeq + :count where c.id in :ids")
                    .setParameter("count", (long) count)
                    .setParameter("ids", ids)
                    .executeUpdate();
            entities.createQuery("select c.id, c.lastSeq from OutboxCounter c where c.id in :ids", Object[].class)
                    .setParameter("ids", ids)
                    .getResultStream()
                    .forEach(row -> firsts.put((Integer) row[0], (Long) row[1] - count + 1));
        }
        return firsts;
    }

    /**
     * Takes numbers and keeps the counter's row locked to the end of the transaction, so that whoever gets the next
     * ones commits later.
     */
    static Taken take(EntityManager entities, int counterId, int count, long now) {
        // An update first: it waits for the row and then sees what the transaction before has committed.
        int updated = entities.createQuery("update OutboxCounter c set c.lastSeq = c.lastSeq + :count,"
                        + " c.lastCreated = case when c.lastCreated > :now then c.lastCreated else :now end"
                        + " where c.id = :id")
                .setParameter("count", (long) count)
                .setParameter("now", now)
                .setParameter("id", counterId)
                .executeUpdate();
        if (updated == 0) {
            throw new OutboxStoreException(
                    "OUTBOX-03010",
                    "Row " + counterId
                            + " of the counters (OutboxCounter) is missing; it was written when the outbox was created."
                            + " Restore it with a last_seq above that of every record of its partition",
                    null);
        }
        Object[] row = entities.createQuery(
                        "select c.lastSeq, c.lastCreated from OutboxCounter c where c.id = :id", Object[].class)
                .setParameter("id", counterId)
                .getSingleResult();
        return new Taken((Long) row[0] - count + 1, (Long) row[1]);
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;

/** Lists and replays dead letters. Safe for any number of threads. */
final class DeadLetters {

    private static final String LIST = "select r.id, r.messageId, r.binding, r.name, r.orderingKey, r.headers,"
            + " r.attempts, r.lastError, r.createdAt from OutboxRecord r, OutboxPartition p"
            + " where p.id = r.partitionId and p.outboxName = :outbox and r.state = 'DEAD'"
            + " and (r.createdAt > :createdAt or (r.createdAt = :createdAt and r.id > :id))"
            + " order by r.createdAt, r.id";

    private static final String THIS_ONE =
            " where r.outboxId = :outbox and r.messageId = :message" + " and r.binding = :binding and r.state = 'DEAD'";

    private static final String REPLAY_TO = "update OutboxRecord r set r.state = 'PENDING', r.availableAt = :now,"
            + " r.sortAt = r.createdAt, r.holding = 0,"
            + " r.attempts = 0, r.crashes = 0, r.lastError = null, r.endedAt = null";

    private static final String REPLAY = REPLAY_TO + THIS_ONE;

    private static final String SOME = "select r.id, r.messageId, r.binding, r.sortAt, r.seq from OutboxRecord r"
            + " where r.partitionId = :partition and r.state = 'DEAD' and r.sortAt >= :sortAt"
            + " and (r.sortAt > :sortAt or r.seq > :seq or (r.seq = :seq and r.id > :id))";

    private static final String ORDER = " order by r.partitionId, r.state, r.sortAt, r.seq, r.id";

    private static final String REPLAY_SOME = REPLAY_TO + " where r.id in :ids and r.state = 'DEAD'";

    private final StoreParts parts;
    private final String outboxName;

    DeadLetters(StoreParts parts, String outboxName) {
        this.parts = parts;
        this.outboxName = outboxName;
    }

    Page<DeadLetter> list(int limit, @Nullable String cursor) {
        long[] from = Cursor.parse(cursor, Long.MIN_VALUE, 0);
        return parts.work().inNewTransaction("list dead letters", entities -> {
            List<Object[]> rows = entities.createQuery(LIST, Object[].class)
                    .setParameter("outbox", outboxName)
                    .setParameter("createdAt", from[0])
                    .setParameter("id", from[1])
                    .setMaxResults(Math.addExact(limit, 1))
                    .getResultList();
            if (rows.size() <= limit) {
                return new Page<>(rows.stream().map(this::deadLetter).toList(), null);
            }
            Object[] last = rows.get(limit - 1);
            return new Page<>(
                    rows.subList(0, limit).stream().map(this::deadLetter).toList(),
                    Cursor.text((Long) last[8], (Long) last[0]));
        });
    }

    boolean replay(RecordId id) {
        return parts.work()
                .inNewTransaction(
                        "replay " + id,
                        entities -> change(
                                entities.createQuery(REPLAY)
                                        .setParameter("now", parts.clock().millis()),
                                id));
    }

    private boolean change(Query query, RecordId id) {
        return query.setParameter("outbox", parts.partitions().outboxId())
                        .setParameter("message", id.messageId())
                        .setParameter("binding", id.binding())
                        .executeUpdate()
                == 1;
    }

    /** Partition by partition, in the order of the claim: memory and locks are those of one call. */
    Page<RecordId> replay(RecordFilter wanted, int limit, @Nullable String cursor) {
        long[] from = Cursor.parse(cursor, 0, Long.MIN_VALUE, Long.MIN_VALUE, 0);
        int partitions = parts.partitions().count();
        if (from[0] < 0 || from[0] >= partitions) {
            throw new IllegalArgumentException("Cursor '" + cursor + "' is none of this outbox's; start without one");
        }
        Filter filter = new Filter(wanted);
        return parts.work().inNewTransaction("replay dead letters", entities -> {
            parts.database().prepareToWrite(entities);
            List<RecordId> replayed = new ArrayList<>();
            long[] place = from;
            while (place[0] < partitions) {
                int left = limit - replayed.size();
                List<Object[]> rows = some(entities, filter, place, left);
                replaySome(entities, rows);
                rows.forEach(row -> replayed.add(new RecordId((String) row[1], (String) row[2])));
                if (rows.size() == left) {
                    Object[] last = rows.get(left - 1);
                    return new Page<>(replayed, Cursor.text(place[0], (Long) last[3], (Long) last[4], (Long) last[0]));
                }
                place = new long[] {place[0] + 1, Long.MIN_VALUE, Long.MIN_VALUE, 0};
            }
            return new Page<>(replayed, null);
        });
    }

    private List<Object[]> some(EntityManager entities, Filter filter, long[] place, int most) {
        return filter.on(entities.createQuery(SOME + filter.conditions() + ORDER, Object[].class))
                .setParameter("partition", parts.partitions().id((int) place[0]))
                .setParameter("sortAt", place[1])
                .setParameter("seq", place[2])
                .setParameter("id", place[3])
                .setMaxResults(most)
                .getResultList();
    }

    /** Those that somebody else replays or discards meanwhile are no longer dead, and are reported all the same. */
    private void replaySome(EntityManager entities, List<Object[]> rows) {
        List<Long> ids = rows.stream().map(row -> (Long) row[0]).sorted().toList();
        for (List<Long> chunk : parts.database().toChange(ids)) {
            entities.createQuery(REPLAY_SOME)
                    .setParameter("now", parts.clock().millis())
                    .setParameter("ids", chunk)
                    .executeUpdate();
        }
    }

    private DeadLetter deadLetter(Object[] row) {
        return new DeadLetter(
                new RecordId((String) row[1], (String) row[2]),
                (String) row[3],
                (String) row[4],
                parts.headers().decode((byte[]) row[5]),
                (Integer) row[6],
                row[7] == null ? "" : (String) row[7],
                Instant.ofEpochMilli((Long) row[8]));
    }
}

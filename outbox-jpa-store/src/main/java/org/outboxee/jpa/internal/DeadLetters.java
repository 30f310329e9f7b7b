package org.outboxee.jpa.internal;

import jakarta.persistence.Query;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordId;

/** Lists dead letters and decides about them. Safe for any number of threads. */
final class DeadLetters {

    private static final String LIST = "select r.id, r.messageId, r.binding, r.name, r.orderingKey, r.headers,"
            + " r.attempts, r.lastError, r.createdAt from OutboxRecord r, OutboxPartition p"
            + " where p.id = r.partitionId and p.outboxName = :outbox and r.state = 'DEAD'"
            + " and (r.createdAt > :createdAt or (r.createdAt = :createdAt and r.id > :id))"
            + " order by r.createdAt, r.id";

    private static final String THIS_ONE =
            " where r.outboxId = :outbox and r.messageId = :message" + " and r.binding = :binding and r.state = 'DEAD'";

    private static final String REPLAY = "update OutboxRecord r set r.state = 'PENDING', r.availableAt = :now,"
            + " r.sortAt = r.createdAt, r.holding = 0,"
            + " r.attempts = 0, r.crashes = 0, r.lastError = null" + THIS_ONE;

    private static final String DISCARD = "delete from OutboxRecord r" + THIS_ONE;

    /** The last dead letter of a page. */
    private record Cursor(long createdAt, long id) {

        private static final Pattern TEXT = Pattern.compile("(-?\\d{1,18})-(\\d{1,18})");

        static Cursor parse(@Nullable String text) {
            if (text == null) {
                return new Cursor(Long.MIN_VALUE, 0);
            }
            Matcher matcher = TEXT.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "Cursor " + text + " is none of this list's; use nextCursor() of the page before");
            }
            return new Cursor(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
        }

        String text() {
            return createdAt + "-" + id;
        }
    }

    private final StoreParts parts;
    private final String outboxName;

    DeadLetters(StoreParts parts, String outboxName) {
        this.parts = parts;
        this.outboxName = outboxName;
    }

    Page<DeadLetter> list(int limit, @Nullable String cursor) {
        Cursor from = Cursor.parse(cursor);
        return parts.work().inNewTransaction("list dead letters", entities -> {
            List<Object[]> rows = entities.createQuery(LIST, Object[].class)
                    .setParameter("outbox", outboxName)
                    .setParameter("createdAt", from.createdAt())
                    .setParameter("id", from.id())
                    .setMaxResults(Math.addExact(limit, 1))
                    .getResultList();
            if (rows.size() <= limit) {
                return new Page<>(rows.stream().map(this::deadLetter).toList(), null);
            }
            Object[] last = rows.get(limit - 1);
            return new Page<>(
                    rows.subList(0, limit).stream().map(this::deadLetter).toList(),
                    new Cursor((Long) last[8], (Long) last[0]).text());
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

    boolean discard(RecordId id) {
        return parts.work().inNewTransaction("discard " + id, entities -> change(entities.createQuery(DISCARD), id));
    }

    private boolean change(Query query, RecordId id) {
        return query.setParameter("outbox", parts.partitions().outboxId())
                        .setParameter("message", id.messageId())
                        .setParameter("binding", id.binding())
                        .executeUpdate()
                == 1;
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

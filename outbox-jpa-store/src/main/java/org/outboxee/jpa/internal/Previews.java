package org.outboxee.jpa.internal;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.Backlog;
import org.outboxee.spi.PendingRecord;

/** Looks at the records without changing any. Safe for any number of threads. */
final class Previews {

    private static final String WITH_WORK = "select p.id from OutboxPartition p where p.id in :ids and ("
            + "exists (select r.id from OutboxRecord r where r.partitionId = p.id and r.state = 'PENDING')"
            + " or exists (select r.id from OutboxRecord r where r.partitionId = p.id and r.state = 'WAITING'"
            + " and r.sortAt <= :now)"
            + " or exists (select r.id from OutboxRecord r where r.partitionId = p.id and r.state = 'CLAIMED'"
            + " and r.claimVersion < p.claimVersion and r.leaseUntil <= :now))";

    private static final String PENDING = "select r.messageId, r.binding, r.seq, r.name, r.orderingKey, r.createdAt,"
            + " r.availableAt, r.attempts, r.crashes from OutboxRecord r"
            + " where r.partitionId = :partition and r.state in ('PENDING', 'WAITING', 'PARKED')"
            + " order by r.createdAt, r.seq";

    private static final String COUNTS = "select r.state, count(r.id) from OutboxRecord r, OutboxPartition p"
            + " where p.id = r.partitionId and p.outboxName = :outbox group by r.state";

    private final StoreParts parts;
    private final String outboxName;

    Previews(StoreParts parts, String outboxName) {
        this.parts = parts;
        this.outboxName = outboxName;
    }

    Set<Integer> partitionsWithWork(Collection<Integer> partitions) {
        return parts.work().inNewTransaction("look for work", entities -> {
            Set<Integer> found = new HashSet<>();
            for (List<Integer> ids : Chunks.of(parts.partitions().ids(partitions))) {
                entities.createQuery(WITH_WORK, Integer.class)
                        .setParameter("ids", ids)
                        .setParameter("now", parts.clock().millis())
                        .getResultStream()
                        .map(parts.partitions()::number)
                        .forEach(found::add);
            }
            return found;
        });
    }

    List<PendingRecord> pending(int partition, int limit) {
        return parts.work()
                .inNewTransaction(
                        "preview partition " + partition,
                        entities -> entities.createQuery(PENDING, Object[].class)
                                .setParameter("partition", parts.partitions().id(partition))
                                .setMaxResults(limit)
                                .getResultStream()
                                .map(Previews::pendingRecord)
                                .toList());
    }

    OutboxCounts counts() {
        Map<String, Long> byState = parts.work()
                .inNewTransaction(
                        "count its records",
                        entities -> entities.createQuery(COUNTS, Object[].class)
                                .setParameter("outbox", outboxName)
                                .getResultStream()
                                .collect(Collectors.toMap(row -> (String) row[0], row -> (Long) row[1])));
        return new OutboxCounts(
                byState.getOrDefault("PENDING", 0L)
                        + byState.getOrDefault("WAITING", 0L)
                        + byState.getOrDefault("PARKED", 0L),
                byState.getOrDefault("CLAIMED", 0L),
                byState.getOrDefault("DEAD", 0L),
                byState.getOrDefault("DONE", 0L));
    }

    long depth(long atMost) {
        return parts.work()
                .inNewTransaction(
                        "count what waits",
                        entities ->
                                parts.depth().count(entities, parts.partitions().ids(), Depth.NOT_ENDED, atMost));
    }

    Backlog backlog(int atMost) {
        return parts.work()
                .inNewTransaction(
                        "look what waits",
                        entities -> parts.backlog()
                                .read(
                                        entities,
                                        parts.partitions().ids(),
                                        atMost,
                                        parts.clock().millis()));
    }

    private static PendingRecord pendingRecord(Object[] row) {
        return new PendingRecord(
                new RecordId((String) row[0], (String) row[1]),
                (Long) row[2],
                (String) row[3],
                (String) row[4],
                Instant.ofEpochMilli((Long) row[5]),
                Instant.ofEpochMilli((Long) row[6]),
                (Integer) row[7],
                (Integer) row[8]);
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.admin.RecordSummary;
import org.outboxee.admin.StalledLane;
import org.outboxee.jpa.internal.FailureJson.Failures;

/** Shows records to operators. Safe for any number of threads. */
final class Records {

    /** How each state is stored. */
    private static final Map<RecordState, Set<String>> STORED = new EnumMap<>(Map.of(
            RecordState.PENDING, Set.of("PENDING", "WAITING", "PARKED"),
            RecordState.CLAIMED, Set.of("CLAIMED"),
            RecordState.DELIVERED, Set.of("DONE"),
            RecordState.DEAD, Set.of("DEAD")));

    private static final String COLUMNS = "select r.id, r.messageId, r.binding, r.name, r.orderingKey, r.state,"
            + " r.partitionId, r.seq, r.createdAt, r.availableAt, r.attempts, r.crashes, r.lastError";

    private static final String IN_PARTITIONS = COLUMNS + " from OutboxRecord r where r.partitionId in :partitions";

    /** The leading columns of the unique index: with the id, which is among the conditions of the filter. */
    private static final String IN_OUTBOX = COLUMNS + " from OutboxRecord r where r.outboxId = :outbox";

    private static final String BEHIND_CURSOR =
            " and r.state in :states and (r.createdAt > :createdAt or (r.createdAt = :createdAt and r.id > :id))";

    private static final String ORDER = " order by r.createdAt, r.id";

    private static final String ONE = COLUMNS + ", r.headers, r.failures from OutboxRecord r"
            + " where r.outboxId = :outbox and r.messageId = :message and r.binding = :binding";

    private static final String FAILED =
            IN_PARTITIONS + " and r.state = 'WAITING' and r.attempts > 0 and r.orderingKey is not null" + ORDER;

    private static final String STRANDED =
            IN_PARTITIONS + " and r.state = 'CLAIMED' and r.leaseUntil <= :now and r.orderingKey is not null" + ORDER;

    private static final String BEHIND = "select r.id from OutboxRecord r where " + LaneKey.CONDITION
            + " and r.state in ('PENDING', 'WAITING', 'PARKED', 'CLAIMED') and r.seq > :seq";

    private static final String OLDEST = "select min(r.createdAt) from OutboxRecord r"
            + " where r.partitionId in :partitions and r.state in ('PENDING', 'WAITING', 'PARKED')";

    private static final int PAGE = 1000;

    private final StoreParts parts;

    Records(StoreParts parts) {
        this.parts = parts;
    }

    Page<RecordSummary> search(RecordFilter wanted, int limit, @Nullable String cursor) {
        long[] from = Cursor.parse(cursor, Long.MIN_VALUE, 0);
        Filter filter = new Filter(wanted);
        List<String> states = wanted.states().stream()
                .flatMap(state -> STORED.getOrDefault(state, Set.of()).stream())
                .sorted()
                .toList();
        return parts.work().inNewTransaction("search its records", entities -> {
            List<Object[]> rows = within(entities, wanted, BEHIND_CURSOR + filter.conditions() + ORDER, filter)
                    .setParameter("states", states)
                    .setParameter("createdAt", from[0])
                    .setParameter("id", from[1])
                    .setMaxResults(Math.addExact(limit, 1))
                    .getResultList();
            List<RecordSummary> shown =
                    rows.stream().limit(limit).map(this::summary).toList();
            Object[] last = rows.size() <= limit ? null : rows.get(limit - 1);
            return new Page<>(shown, last == null ? null : Cursor.text((Long) last[8], (Long) last[0]));
        });
    }

    private TypedQuery<Object[]> within(EntityManager entities, RecordFilter wanted, String conditions, Filter filter) {
        return filter.on(
                wanted.messageId().isPresent()
                        ? entities.createQuery(IN_OUTBOX + conditions, Object[].class)
                                .setParameter("outbox", parts.partitions().outboxId())
                        : entities.createQuery(IN_PARTITIONS + conditions, Object[].class)
                                .setParameter("partitions", parts.partitions().ids()));
    }

    Optional<RecordDetails> find(RecordId id) {
        return parts.work()
                .inNewTransaction(
                        "show " + id,
                        entities -> entities.createQuery(ONE, Object[].class)
                                .setParameter("outbox", parts.partitions().outboxId())
                                .setParameter("message", id.messageId())
                                .setParameter("binding", id.binding())
                                .getResultStream()
                                .findFirst()
                                .map(this::details));
    }

    Optional<Instant> oldestPending() {
        return parts.work()
                .inNewTransaction(
                        "look for its oldest record",
                        entities -> entities.createQuery(OLDEST, Long.class)
                                .setParameter("partitions", parts.partitions().ids())
                                .getResultStream()
                                .flatMap(Stream::ofNullable)
                                .findFirst()
                                .map(Instant::ofEpochMilli));
    }

    List<StalledLane> stalledLanes(int limit) {
        return parts.work().inNewTransaction("look for stalled lanes", entities -> {
            Map<LaneKey, RecordSummary> heads = new HashMap<>();
            addHeads(heads, limit, entities.createQuery(FAILED, Object[].class));
            addHeads(
                    heads,
                    limit,
                    entities.createQuery(STRANDED, Object[].class)
                            .setParameter("now", parts.clock().millis()));
            return heads.entrySet().stream()
                    .sorted(Comparator.comparing(lane -> lane.getValue().createdAt()))
                    .limit(limit)
                    .map(lane -> new StalledLane(lane.getValue(), behind(entities, lane.getKey(), lane.getValue())))
                    .toList();
        });
    }

    /** Adds so many lanes: a claim that is stranded may hold many records of one. */
    private void addHeads(Map<LaneKey, RecordSummary> heads, int limit, TypedQuery<Object[]> query) {
        int before = heads.size();
        List<Object[]> page;
        int read = 0;
        do {
            page = query.setParameter("partitions", parts.partitions().ids())
                    .setFirstResult(read)
                    .setMaxResults(PAGE)
                    .getResultList();
            read += page.size();
            for (Object[] row : page) {
                RecordSummary record = summary(row);
                LaneKey lane = new LaneKey(
                        (Integer) row[6], record.id().binding(), record.key().orElseThrow());
                heads.merge(lane, record, (one, other) -> one.seq() < other.seq() ? one : other);
            }
        } while (page.size() == PAGE && heads.size() - before < limit);
    }

    private static int behind(EntityManager entities, LaneKey lane, RecordSummary head) {
        return lane.on(entities.createQuery(BEHIND, Long.class))
                .setParameter("seq", head.seq())
                .setMaxResults(StalledLane.MAX_BEHIND)
                .getResultList()
                .size();
    }

    private RecordDetails details(Object[] row) {
        Failures failures = parts.failures().decode((byte[]) row[14]);
        return new RecordDetails(
                summary(row), parts.headers().decode((byte[]) row[13]), failures.history(), failures.stack());
    }

    private RecordSummary summary(Object[] row) {
        return new RecordSummary(
                new RecordId((String) row[1], (String) row[2]),
                (String) row[3],
                (String) row[4],
                state((String) row[5]),
                parts.partitions().number((Integer) row[6]),
                (Long) row[7],
                Instant.ofEpochMilli((Long) row[8]),
                Instant.ofEpochMilli((Long) row[9]),
                (Integer) row[10],
                (Integer) row[11],
                row[12] == null ? "" : (String) row[12]);
    }

    private static RecordState state(String stored) {
        return STORED.entrySet().stream()
                .filter(state -> state.getValue().contains(stored))
                .findFirst()
                .orElseThrow()
                .getKey();
    }
}

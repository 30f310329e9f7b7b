package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.ClaimedRecord;

/**
 * A pending record that a claim looks at.
 *
 * @param sortAt the place in the claim's order, before {@code seq}: the creation time
 */
record Candidate(
        RowHandle handle,
        RecordId id,
        long seq,
        String name,
        @Nullable String key,
        long createdAt,
        long sortAt,
        int attempts,
        int crashes,
        byte @Nullable [] headers,
        byte @Nullable [] payload) {

    /**
     * The order repeats the equal columns for optimisers that only then read an index in its order; the comparison is
     * written so that all of it can be a range of that index.
     */
    private static final String PAGE = "select r.id, r.availableAt, r.messageId, r.binding, r.seq, r.name,"
            + " r.orderingKey, r.createdAt, r.sortAt, r.attempts, r.crashes, r.headers, r.payload,"
            + " r.idRemembered, r.failures"
            + " from OutboxRecord r"
            + " where r.partitionId = :partition and r.state = 'PENDING'"
            + " and r.sortAt >= :sortAt and (r.sortAt > :sortAt or r.seq > :seq)"
            + " order by r.partitionId, r.state, r.sortAt, r.seq";

    /** The next pending records of a partition, by (createdAt, seq), after another one if one is given. */
    static List<Candidate> page(EntityManager entities, int partitionId, @Nullable Candidate after, int limit) {
        return entities.createQuery(PAGE, Object[].class)
                .setParameter("partition", partitionId)
                .setParameter("sortAt", after == null ? Long.MIN_VALUE : after.sortAt())
                .setParameter("seq", after == null ? Long.MIN_VALUE : after.seq())
                .setMaxResults(limit)
                .getResultStream()
                .map(row -> of(partitionId, row))
                .toList();
    }

    private static Candidate of(int partitionId, Object[] row) {
        return new Candidate(
                new RowHandle((Long) row[0], partitionId, (Long) row[1], (Integer) row[13] != 0, (byte[]) row[14]),
                new RecordId((String) row[2], (String) row[3]),
                (Long) row[4],
                (String) row[5],
                (String) row[6],
                (Long) row[7],
                (Long) row[8],
                (Integer) row[9],
                (Integer) row[10],
                (byte[]) row[11],
                (byte[]) row[12]);
    }

    long rowId() {
        return handle.id();
    }

    /** The same without what only its delivery needs. */
    Candidate withoutBody() {
        return new Candidate(
                handle.withoutFailures(), id, seq, name, key, createdAt, sortAt, attempts, crashes, null, null);
    }

    /** The lane, {@code null} without a key. */
    @Nullable
    LaneKey lane() {
        return key == null ? null : new LaneKey(handle.partitionId(), id.binding(), key);
    }

    /** The record as it is handed to the relay. */
    ClaimedRecord claimed(int partition, HeaderJson json, String token, long until) {
        return new ClaimedRecord(
                id,
                partition,
                seq,
                name,
                key,
                payload == null ? new byte[0] : payload,
                json.decode(headers),
                Instant.ofEpochMilli(createdAt),
                attempts,
                crashes,
                token,
                Instant.ofEpochMilli(until),
                handle);
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Lane;

/**
 * A record that may be claimed.
 *
 * @param olderPending how many older pending records its lane has; all of them have to be in the same claim
 */
record Candidate(
        RowHandle handle,
        RecordId id,
        long seq,
        String name,
        @Nullable String key,
        byte @Nullable [] payload,
        byte @Nullable [] headers,
        long createdAt,
        int attempts,
        int crashes,
        long olderPending) {

    private static final String SIBLING =
            " s.partitionId = r.partitionId and s.binding = r.binding and s.orderingKey = r.orderingKey";

    /**
     * Due records without a key, and those of lanes that nothing blocks: no sibling is claimed, and no older one waits
     * for its time or sorts behind. The order repeats the equal columns for optimisers that only then read an index in
     * its order. That a claimed sibling is another record goes without saying, but a condition of equalities alone is
     * one that PostgreSQL and MariaDB answer by reading the whole table into a hash table, for every claim.
     */
    private static final String QUERY = "select r.id, r.availableAt, r.messageId, r.binding, r.seq, r.name,"
            + " r.orderingKey, r.payload, r.headers, r.createdAt, r.attempts, r.crashes,"
            + " (select count(s.id) from OutboxRecord s where" + SIBLING
            + " and s.state = 'PENDING' and s.seq < r.seq)"
            + " from OutboxRecord r where r.partitionId = :partition and r.state = 'PENDING' and r.availableAt <= :now"
            + " and (r.orderingKey is null or ("
            + " not exists (select s.id from OutboxRecord s where" + SIBLING
            + " and s.state = 'CLAIMED' and s.id <> r.id)"
            + " and not exists (select s.id from OutboxRecord s where" + SIBLING
            + " and s.state = 'PENDING' and s.seq < r.seq and (s.availableAt > :now or s.createdAt > r.createdAt))))"
            + " order by r.partitionId, r.state, r.createdAt, r.seq";

    /** The oldest candidates of a partition, by (createdAt, seq). */
    static List<Candidate> oldest(EntityManager entities, int partitionId, long now, int limit) {
        return entities.createQuery(QUERY, Object[].class)
                .setParameter("partition", partitionId)
                .setParameter("now", now)
                .setMaxResults(limit)
                .getResultStream()
                .map(row -> of(partitionId, row))
                .toList();
    }

    private static Candidate of(int partitionId, Object[] row) {
        return new Candidate(
                new RowHandle((Long) row[0], partitionId, (Long) row[1]),
                new RecordId((String) row[2], (String) row[3]),
                (Long) row[4],
                (String) row[5],
                (String) row[6],
                (byte[]) row[7],
                (byte[]) row[8],
                (Long) row[9],
                (Integer) row[10],
                (Integer) row[11],
                (Long) row[12]);
    }

    @Nullable
    Lane lane(int partition) {
        return key == null ? null : new Lane(partition, id.binding(), key);
    }

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

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.RecordId;
import org.outboxee.jpa.internal.Lanes.LaneMovedException;

/** Deletes records that nobody will deliver: discarded ones, and those kept long enough. Safe for any thread. */
final class Removals {

    private static final String ONE =
            "select r.id, r.partitionId, r.binding, r.orderingKey, r.state from OutboxRecord r"
                    + " where r.outboxId = :outbox and r.messageId = :message and r.binding = :binding"
                    + " and r.state in ('DEAD', 'PENDING', 'WAITING', 'PARKED')";

    private static final String DISCARD = "delete from OutboxRecord r where r.id = :id and r.state = :state";

    private static final String DELIVERED = "select r.id from OutboxRecord r where r.partitionId in :partitions"
            + " and r.state = 'DONE' and r.sortAt <= :now";

    /** A record dies after it was created, which is its place in the index. */
    private static final String DEAD = "select r.id from OutboxRecord r where r.partitionId in :partitions"
            + " and r.state = 'DEAD' and r.sortAt < :before and r.endedAt < :before";

    private static final String DELETE_DELIVERED = "delete from OutboxRecord r where r.id in :ids and r.state = 'DONE'"
            + " and r.sortAt <= :now and (r.idRemembered = 0 or r.endedAt <= :free)";

    /** What is left of those that were not deleted. */
    private static final String EMPTY =
            "update OutboxRecord r set r.payload = null, r.headers = null, r.failures = null,"
                    + " r.lastError = null, r.sortAt = r.endedAt + :kept where r.id in :ids and r.state = 'DONE'"
                    + " and r.sortAt <= :now";

    private static final String DELETE_DEAD =
            "delete from OutboxRecord r where r.id in :ids and r.state = 'DEAD'" + " and r.endedAt < :before";

    private final StoreParts parts;

    Removals(StoreParts parts) {
        this.parts = parts;
    }

    boolean discard(RecordId id) {
        return parts.work().inNewTransaction("discard " + id, entities -> {
            parts.database().prepareToWrite(entities);
            Optional<Object[]> found = entities.createQuery(ONE, Object[].class)
                    .setParameter("outbox", parts.partitions().outboxId())
                    .setParameter("message", id.messageId())
                    .setParameter("binding", id.binding())
                    .getResultStream()
                    .findFirst();
            found.ifPresent(row -> discard(entities, row));
            return found.isPresent();
        });
    }

    private void discard(EntityManager entities, Object[] row) {
        String state = (String) row[4];
        int deleted = entities.createQuery(DISCARD)
                .setParameter("id", row[0])
                .setParameter("state", state)
                .executeUpdate();
        if (deleted == 0) {
            throw new LaneMovedException("The record was claimed, or moved, at the same time");
        }
        if (row[3] != null && !state.equals("DEAD")) {
            LaneKey lane = new LaneKey((Integer) row[1], (String) row[2], (String) row[3]);
            Lanes.wake(entities, parts.database(), parts.currentReads(), lane, true);
        }
    }

    int purge(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit) {
        List<Integer> partitionIds = parts.partitions().ids(partitions);
        return parts.work().inNewTransaction("purge its records", entities -> {
            parts.database().prepareToWrite(entities);
            int purged = purgeDelivered(entities, partitionIds, limit);
            return deadBefore == null || purged >= limit
                    ? purged
                    : purged + purgeDead(entities, partitionIds, deadBefore.toEpochMilli(), limit - purged);
        });
    }

    private int purgeDelivered(EntityManager entities, List<Integer> partitionIds, int limit) {
        long now = parts.clock().millis();
        long kept = parts.retention().ids().toMillis();
        List<Long> found =
                find(entities.createQuery(DELIVERED, Long.class).setParameter("now", now), partitionIds, limit);
        int purged = 0;
        for (List<Long> ids : parts.database().toChange(found)) {
            int deleted = entities.createQuery(DELETE_DELIVERED)
                    .setParameter("ids", ids)
                    .setParameter("now", now)
                    .setParameter("free", now - kept)
                    .executeUpdate();
            int emptied = deleted == ids.size()
                    ? 0
                    : entities.createQuery(EMPTY)
                            .setParameter("ids", ids)
                            .setParameter("now", now)
                            .setParameter("kept", kept)
                            .executeUpdate();
            purged += deleted + emptied;
        }
        return purged;
    }

    private int purgeDead(EntityManager entities, List<Integer> partitionIds, long before, int limit) {
        List<Long> found =
                find(entities.createQuery(DEAD, Long.class).setParameter("before", before), partitionIds, limit);
        int purged = 0;
        for (List<Long> ids : parts.database().toChange(found)) {
            purged += entities.createQuery(DELETE_DEAD)
                    .setParameter("ids", ids)
                    .setParameter("before", before)
                    .executeUpdate();
        }
        return purged;
    }

    /** In ascending order, as everybody locks rows. */
    private static List<Long> find(TypedQuery<Long> query, List<Integer> partitionIds, int limit) {
        List<Long> ids = new ArrayList<>();
        for (List<Integer> some : Chunks.of(partitionIds)) {
            if (ids.size() < limit) { // zero is no limit to some providers
                ids.addAll(query.setParameter("partitions", some)
                        .setMaxResults(limit - ids.size())
                        .getResultList());
            }
        }
        return ids.stream().sorted().toList();
    }
}

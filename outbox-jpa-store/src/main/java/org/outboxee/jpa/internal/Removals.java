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

    private static final String PURGE = "delete from OutboxRecord r where r.id in :ids and r.state in ('DONE', 'DEAD')";

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
            Lanes.wake(entities, parts.database(), lane, true);
        }
    }

    int purge(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit) {
        List<Integer> partitionIds = parts.partitions().ids(partitions);
        return parts.work().inNewTransaction("purge its records", entities -> {
            parts.database().prepareToWrite(entities);
            List<Long> ids = new ArrayList<>();
            for (List<Integer> some : Chunks.of(partitionIds)) {
                add(
                        ids,
                        limit,
                        entities.createQuery(DELIVERED, Long.class)
                                .setParameter("partitions", some)
                                .setParameter("now", parts.clock().millis()));
                if (deadBefore != null) {
                    add(
                            ids,
                            limit,
                            entities.createQuery(DEAD, Long.class)
                                    .setParameter("partitions", some)
                                    .setParameter("before", deadBefore.toEpochMilli()));
                }
            }
            int purged = 0;
            // In ascending order, as everybody locks rows.
            for (List<Long> chunk :
                    parts.database().toChange(ids.stream().sorted().toList())) {
                purged += entities.createQuery(PURGE).setParameter("ids", chunk).executeUpdate();
            }
            return purged;
        });
    }

    private static void add(List<Long> ids, int limit, TypedQuery<Long> query) {
        // Zero is no limit to some providers.
        if (ids.size() < limit) {
            ids.addAll(query.setMaxResults(limit - ids.size()).getResultList());
        }
    }
}

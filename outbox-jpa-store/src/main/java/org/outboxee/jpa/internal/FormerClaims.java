package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes pending again what former owners of a partition left claimed. Safe for any number of threads. */
final class FormerClaims {

    private static final String COUNT = "select count(r.id) from OutboxRecord r"
            + " where r.partitionId = :partition and r.state = 'CLAIMED' and r.claimVersion < :version";

    private static final String EXPIRED = "select r.id from OutboxRecord r"
            + " where r.partitionId = :partition and r.state = 'CLAIMED' and r.claimVersion < :version"
            + " and r.leaseUntil <= :now";

    private static final String OF_ONE = "select r.id from OutboxRecord r"
            + " where r.partitionId = :partition and r.state = 'CLAIMED' and r.claimVersion = :version";

    private static final String EXPIRE = "update OutboxRecord r set r.leaseUntil = 0"
            + " where r.id in :ids and r.state = 'CLAIMED' and r.claimVersion = :version";

    private static final String RECOVER = "update OutboxRecord r set r.state = 'PENDING', r.crashes = r.crashes + 1,"
            + Stamp.CLEARED
            + " where r.id in :ids and r.state = 'CLAIMED' and r.claimVersion < :version";

    /** By partition id, the lease version under which no claims of former owners were left: no new ones can appear. */
    private final Map<Integer, Long> none = new ConcurrentHashMap<>();

    /** Lets the claims under a version expire; called under the lock of the partition. */
    void expire(EntityManager entities, Database database, int partitionId, long version) {
        List<Long> claimed = entities.createQuery(OF_ONE, Long.class)
                .setParameter("partition", partitionId)
                .setParameter("version", version)
                .getResultList();
        for (List<Long> ids : database.toChange(claimed.stream().sorted().toList())) {
            entities.createQuery(EXPIRE)
                    .setParameter("ids", ids)
                    .setParameter("version", version)
                    .executeUpdate();
        }
    }

    /** Recovers those whose lease has expired; called under the lock of the partition. */
    void recover(EntityManager entities, Database database, int partitionId, long version, long now) {
        if (Long.valueOf(version).equals(none.get(partitionId))) {
            return;
        }
        long left = entities.createQuery(COUNT, Long.class)
                .setParameter("partition", partitionId)
                .setParameter("version", version)
                .getSingleResult();
        if (left == 0) {
            // True even if this transaction rolls back: it holds the lock, and older leases claim nothing any more.
            none.put(partitionId, version);
            return;
        }
        List<Long> expired = entities.createQuery(EXPIRED, Long.class)
                .setParameter("partition", partitionId)
                .setParameter("version", version)
                .setParameter("now", now)
                .getResultList();
        for (List<Long> ids : database.toChange(expired.stream().sorted().toList())) {
            List<LaneKey> held = Lanes.heldBy(entities, partitionId, ids);
            entities.createQuery(RECOVER)
                    .setParameter("ids", ids)
                    .setParameter("version", version)
                    .executeUpdate();
            held.forEach(lane -> Lanes.wake(entities, database, lane, false));
        }
    }
}

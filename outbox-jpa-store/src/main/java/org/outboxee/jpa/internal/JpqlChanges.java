package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.List;
import org.outboxee.spi.PartitionLease;

/** By lists of primary keys, in portable JPQL. */
record JpqlChanges() implements BulkChanges {

    private static final String LOCK = "update OutboxPartition p set p.claims = p.claims + 1"
            + " where p.id = :partition and p.owner = :owner and p.claimVersion = :version";

    private static final String STAMP = "update OutboxRecord r set r.state = 'CLAIMED', r.claimToken = :token,"
            + " r.claimVersion = :version, r.leaseUntil = :until where r.id in :ids and r.state = 'PENDING'";

    private static final String COMPLETE =
            "delete from OutboxRecord r where r.id in :ids and r.claimToken = :token and r.holding = 0";

    @Override
    public boolean lock(EntityManager entities, int partitionId, PartitionLease lease) {
        return entities.createQuery(LOCK)
                        .setParameter("partition", partitionId)
                        .setParameter("owner", lease.owner())
                        .setParameter("version", lease.version())
                        .executeUpdate()
                > 0;
    }

    @Override
    public int stamp(EntityManager entities, List<Long> ids, Stamp stamp) {
        int stamped = 0;
        for (List<Long> chunk : Chunks.of(ids)) {
            stamped += entities.createQuery(STAMP)
                    .setParameter("token", stamp.token())
                    .setParameter("version", stamp.version())
                    .setParameter("until", stamp.until())
                    .setParameter("ids", chunk)
                    .executeUpdate();
        }
        return stamped;
    }

    @Override
    public int complete(EntityManager entities, List<Long> ids, String token) {
        int deleted = 0;
        for (List<Long> chunk : Chunks.of(ids)) {
            deleted += entities.createQuery(COMPLETE)
                    .setParameter("ids", chunk)
                    .setParameter("token", token)
                    .executeUpdate();
        }
        return deleted;
    }
}

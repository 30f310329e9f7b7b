package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;

/** The owners in the partition rows, always changed in ascending order. Safe for any number of threads. */
final class JpaLeases implements PartitionLeases {

    private static final String ACQUIRE = "update OutboxPartition p set p.owner = :owner,"
            + " p.claimVersion = p.claimVersion + 1 where p.id = :partition";

    private static final String VERSIONS =
            "select p.id, p.claimVersion from OutboxPartition p where p.id in :ids order by p.id";

    private static final String RELEASE = "update OutboxPartition p set p.owner = null"
            + " where p.id = :partition and p.owner = :owner and p.claimVersion = :version";

    private final Work work;
    private final PartitionIds partitions;

    JpaLeases(Work work, PartitionIds partitions) {
        this.work = work;
        this.partitions = partitions;
    }

    @Override
    public List<PartitionLease> acquire(Collection<Integer> numbers, String owner) {
        List<Integer> ids = partitions.ids(numbers);
        return work.inNewTransaction("acquire " + ids.size() + " partitions", entities -> {
            for (int id : ids) {
                entities.createQuery(ACQUIRE)
                        .setParameter("owner", owner)
                        .setParameter("partition", id)
                        .executeUpdate();
            }
            return leases(entities, ids, owner);
        });
    }

    private List<PartitionLease> leases(EntityManager entities, List<Integer> ids, String owner) {
        List<PartitionLease> leases = new ArrayList<>();
        for (List<Integer> chunk : Chunks.of(ids)) {
            entities.createQuery(VERSIONS, Object[].class)
                    .setParameter("ids", chunk)
                    .getResultStream()
                    .map(row -> new PartitionLease(partitions.number((Integer) row[0]), owner, (Long) row[1]))
                    .forEach(leases::add);
        }
        return leases;
    }

    @Override
    public void release(Collection<PartitionLease> leases) {
        List<PartitionLease> ascending = leases.stream()
                .sorted((a, b) -> Integer.compare(partitions.id(a.partition()), partitions.id(b.partition())))
                .toList();
        work.inNewTransaction("release " + leases.size() + " partitions", entities -> {
            for (PartitionLease lease : ascending) {
                entities.createQuery(RELEASE)
                        .setParameter("partition", partitions.id(lease.partition()))
                        .setParameter("owner", lease.owner())
                        .setParameter("version", lease.version())
                        .executeUpdate();
            }
            return ascending;
        });
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.Ownership;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PartitionOwner;

/**
 * The owners in the partition rows, always changed in ascending order, and the nodes. Safe for any number of threads.
 */
final class JpaLeases implements PartitionLeases {

    private static final String OWNERS = "select p.partitionNo, p.owner, p.claimVersion from OutboxPartition p"
            + " where p.outboxName = :name order by p.partitionNo";

    private static final String TAKE = "update OutboxPartition p set p.owner = :owner, p.claimVersion = :next"
            + " where p.id = :partition and p.claimVersion = :seen";

    private static final String RELEASE = "update OutboxPartition p set p.owner = null"
            + " where p.id = :partition and p.owner = :owner and p.claimVersion = :version";

    private static final String HAND_OVER = "update OutboxPartition p set p.owner = :to, p.claimVersion = :next"
            + " where p.id = :partition and p.owner = :owner and p.claimVersion = :version";

    private final Work work;
    private final PartitionIds partitions;
    private final String outboxName;
    private final Nodes nodes;

    JpaLeases(Work work, Database database, PartitionIds partitions, String outboxName) {
        this.work = work;
        this.partitions = partitions;
        this.outboxName = outboxName;
        this.nodes = new Nodes(database, outboxName);
    }

    @Override
    public void beat(NodeInfo node, long number) {
        work.inNewTransaction("store the heartbeat of this node", entities -> {
            nodes.beat(entities, node, number);
            return number;
        });
    }

    /** The owners first, see {@link Ownership}. */
    @Override
    public Ownership look() {
        return work.inNewTransaction(
                "read who owns its partitions", entities -> new Ownership(owners(entities), nodes.list(entities)));
    }

    private List<PartitionOwner> owners(EntityManager entities) {
        return entities.createQuery(OWNERS, Object[].class)
                .setParameter("name", outboxName)
                .getResultStream()
                .map(row -> new PartitionOwner((Integer) row[0], (String) row[1], (Long) row[2]))
                .toList();
    }

    @Override
    public List<PartitionLease> takeOver(Collection<PartitionOwner> seen, String owner) {
        List<PartitionOwner> ascending = seen.stream()
                .sorted(Comparator.comparingInt(partition -> partitions.id(partition.partition())))
                .toList();
        return work.inNewTransaction("take " + seen.size() + " partitions", entities -> {
            List<PartitionLease> taken = new ArrayList<>();
            for (PartitionOwner partition : ascending) {
                long next = partition.version() + 1;
                int changed = entities.createQuery(TAKE)
                        .setParameter("owner", owner)
                        .setParameter("next", next)
                        .setParameter("partition", partitions.id(partition.partition()))
                        .setParameter("seen", partition.version())
                        .executeUpdate();
                if (changed > 0) {
                    taken.add(new PartitionLease(partition.partition(), owner, next));
                }
            }
            return taken;
        });
    }

    @Override
    public void release(Collection<PartitionLease> leases) {
        List<PartitionLease> ascending = leases.stream()
                .sorted(Comparator.comparingInt(lease -> partitions.id(lease.partition())))
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

    @Override
    public void handOver(PartitionLease lease, String to) {
        work.inNewTransaction(
                "hand over partition " + lease.partition(),
                entities -> entities.createQuery(HAND_OVER)
                        .setParameter("to", to)
                        .setParameter("next", lease.version() + 1)
                        .setParameter("partition", partitions.id(lease.partition()))
                        .setParameter("owner", lease.owner())
                        .setParameter("version", lease.version())
                        .executeUpdate());
    }

    @Override
    public void leave(String incarnation) {
        work.inNewTransaction("remove this node", entities -> {
            Nodes.leave(entities, incarnation);
            return incarnation;
        });
    }

    @Override
    public boolean bury(NodeBeat dead) {
        return work.inNewTransaction("remove a dead node", entities -> Nodes.bury(entities, dead));
    }
}

package org.outboxee.memory.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.Ownership;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PartitionOwner;

/** Hands out the fencing tokens of the partitions, and keeps the nodes. Safe for any number of threads. */
public final class MemoryLeases implements PartitionLeases {

    private final MemoryStorage storage;

    /** The leases of a storage. */
    public MemoryLeases(MemoryStorage storage) {
        this.storage = storage;
    }

    @Override
    public void beat(NodeInfo node, long number) {
        storage.nodes().beat(node, number);
    }

    /** The owners first: a node is there before it owns anything. */
    @Override
    public Ownership look() {
        List<PartitionOwner> owners =
                storage.queues().stream().map(PartitionQueue::owner).toList();
        return new Ownership(owners, storage.nodes().list());
    }

    @Override
    public List<PartitionLease> takeOver(Collection<PartitionOwner> seen, String owner) {
        return seen.stream()
                .sorted(Comparator.comparingInt(PartitionOwner::partition))
                .map(partition -> storage.queue(partition.partition()).takeOver(partition.version(), owner))
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public void release(Collection<PartitionLease> leases) {
        leases.forEach(lease -> storage.queue(lease.partition()).release(lease));
    }

    @Override
    public void handOver(PartitionLease lease, String to) {
        storage.queue(lease.partition()).handOver(lease, to);
    }

    @Override
    public void leave(String incarnation) {
        storage.nodes().remove(incarnation);
    }

    @Override
    public boolean bury(NodeBeat dead) {
        return storage.nodes().bury(dead);
    }
}

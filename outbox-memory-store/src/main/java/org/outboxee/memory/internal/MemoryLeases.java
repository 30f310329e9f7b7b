package org.outboxee.memory.internal;

import java.util.Collection;
import java.util.List;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;

/** Hands out the fencing tokens of the partitions. Safe for any number of threads. */
public final class MemoryLeases implements PartitionLeases {

    private final MemoryStorage storage;

    /** The leases of a storage. */
    public MemoryLeases(MemoryStorage storage) {
        this.storage = storage;
    }

    @Override
    public List<PartitionLease> acquire(Collection<Integer> partitions, String owner) {
        List<PartitionQueue> queues = partitions.stream().map(storage::queue).toList();
        return queues.stream().map(queue -> queue.acquire(owner)).toList();
    }

    @Override
    public void release(Collection<PartitionLease> leases) {
        leases.forEach(lease -> storage.queue(lease.partition()).release(lease));
    }
}

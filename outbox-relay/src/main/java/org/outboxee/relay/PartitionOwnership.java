package org.outboxee.relay;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;

/**
 * The partitions that one node owns, with the leases that prove it (G5). One node takes all partitions; a partition
 * that another node takes over is lost for good.
 *
 * <p>Safe for concurrent use; the leases are asked outside the lock.
 */
public final class PartitionOwnership {

    private final PartitionLeases leases;
    private final int partitions;
    private final String owner;

    /** Replaced as a whole, so that readers on hot paths need no lock. */
    private volatile State state = new State(new TreeMap<>());

    private boolean acquired;
    private boolean released;

    private record State(SortedMap<Integer, PartitionLease> leases, List<Integer> owned) {

        State(SortedMap<Integer, PartitionLease> leases) {
            this(leases, List.copyOf(leases.keySet()));
        }
    }

    /**
     * Nothing owned yet.
     *
     * @param leases where partitions are acquired
     * @param partitions the number of partitions of the outbox
     * @param owner the owner incarnation
     */
    public PartitionOwnership(PartitionLeases leases, int partitions, String owner) {
        this.leases = leases;
        this.partitions = partitions;
        this.owner = owner;
    }

    /** Whether {@link #acquire()} has succeeded, even if everything was lost since. */
    public synchronized boolean isAcquired() {
        return acquired;
    }

    /**
     * Takes all partitions. If {@link #release()} was called meanwhile, they are given back at once.
     *
     * @throws OutboxStoreException if the store fails
     */
    public void acquire() {
        List<PartitionLease> taken =
                leases.acquire(IntStream.range(0, partitions).boxed().toList(), owner);
        synchronized (this) {
            if (!released) {
                SortedMap<Integer, PartitionLease> held = new TreeMap<>();
                taken.forEach(lease -> held.put(lease.partition(), lease));
                state = new State(held);
                acquired = true;
                return;
            }
        }
        leases.release(taken);
    }

    /** The partitions owned at the moment, ascending; unmodifiable. */
    public List<Integer> owned() {
        return state.owned();
    }

    /** The lease of a partition, {@code null} when it is not owned. */
    public @Nullable PartitionLease lease(int partition) {
        return state.leases().get(partition);
    }

    /**
     * Forgets a partition, since its lease was found stale.
     *
     * @return false if it was forgotten already
     */
    public synchronized boolean lost(PartitionLease lease) {
        SortedMap<Integer, PartitionLease> held = new TreeMap<>(state.leases());
        boolean owned = held.remove(lease.partition(), lease);
        state = new State(held);
        return owned;
    }

    /**
     * Gives all partitions up, for good. They count as given up even if the store fails.
     *
     * @throws OutboxStoreException if the store fails
     */
    public void release() {
        List<PartitionLease> held;
        synchronized (this) {
            released = true;
            held = List.copyOf(state.leases().values());
            state = new State(new TreeMap<>());
        }
        if (!held.isEmpty()) {
            leases.release(held);
        }
    }
}

package org.outboxee.relay;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.PartitionLease;

/**
 * The partitions that one node owns, with the leases that prove it (G5). One that it is about to give up is retired
 * first: it is claimed from no more, and stays the node's until what was claimed of it has been settled.
 *
 * <p>Safe for concurrent use; calls nothing outside.
 */
public final class PartitionOwnership {

    /** Replaced as a whole, so that readers on hot paths need no lock. */
    private volatile State state = new State(new TreeMap<>(), new TreeMap<>());

    private boolean closed;

    private record State(
            SortedMap<Integer, PartitionLease> active,
            SortedMap<Integer, PartitionLease> retired,
            List<Integer> owned) {

        State(SortedMap<Integer, PartitionLease> active, SortedMap<Integer, PartitionLease> retired) {
            this(active, retired, List.copyOf(active.keySet()));
        }
    }

    /** Nothing owned yet. */
    public PartitionOwnership() {}

    /** The partitions to claim from, ascending; unmodifiable. */
    public List<Integer> owned() {
        return state.owned();
    }

    /** The lease to claim by, {@code null} when the partition is not owned, or retired. */
    public @Nullable PartitionLease lease(int partition) {
        return state.active().get(partition);
    }

    /** The lease of a partition that is owned, retired or not; {@code null} when it is not. */
    public @Nullable PartitionLease held(int partition) {
        State now = state;
        PartitionLease lease = now.active().get(partition);
        return lease == null ? now.retired().get(partition) : lease;
    }

    /** The leases of the retired partitions, ascending. */
    public List<PartitionLease> retired() {
        return List.copyOf(state.retired().values());
    }

    /**
     * Adds partitions that the node has taken.
     *
     * @return false if the node has given up everything, for good: they have to be given back
     */
    public synchronized boolean add(Collection<PartitionLease> taken) {
        if (closed) {
            return false;
        }
        SortedMap<Integer, PartitionLease> active = new TreeMap<>(state.active());
        taken.forEach(lease -> active.put(lease.partition(), lease));
        state = new State(active, state.retired());
        return true;
    }

    /**
     * Retires so many partitions, the last ones.
     *
     * @return the leases of those that were not retired before
     */
    public synchronized List<PartitionLease> retire(int count) {
        SortedMap<Integer, PartitionLease> active = new TreeMap<>(state.active());
        SortedMap<Integer, PartitionLease> retired = new TreeMap<>(state.retired());
        List<PartitionLease> held = List.copyOf(active.values());
        List<PartitionLease> chosen = held.subList(Math.max(0, held.size() - count), held.size());
        move(chosen, active, retired);
        state = new State(active, retired);
        return chosen;
    }

    /**
     * Claims again from up to so many retired partitions.
     *
     * @return how many
     */
    public synchronized int resume(int count) {
        SortedMap<Integer, PartitionLease> active = new TreeMap<>(state.active());
        SortedMap<Integer, PartitionLease> retired = new TreeMap<>(state.retired());
        List<PartitionLease> chosen = retired.values().stream().limit(count).toList();
        move(chosen, retired, active);
        state = new State(active, retired);
        return chosen.size();
    }

    private static void move(
            List<PartitionLease> leases,
            SortedMap<Integer, PartitionLease> from,
            SortedMap<Integer, PartitionLease> to) {
        for (PartitionLease lease : leases) {
            from.remove(lease.partition());
            to.put(lease.partition(), lease);
        }
    }

    /**
     * Forgets a partition, since it was given up, or its lease was found stale.
     *
     * @return false if it was forgotten already
     */
    public synchronized boolean forget(PartitionLease lease) {
        SortedMap<Integer, PartitionLease> active = new TreeMap<>(state.active());
        SortedMap<Integer, PartitionLease> retired = new TreeMap<>(state.retired());
        boolean held = active.remove(lease.partition(), lease) || retired.remove(lease.partition(), lease);
        state = new State(active, retired);
        return held;
    }

    /** Forgets all partitions, for good. Returns their leases, which are to be given up. */
    public synchronized List<PartitionLease> close() {
        closed = true;
        List<PartitionLease> held = new ArrayList<>(state.active().values());
        held.addAll(state.retired().values());
        state = new State(new TreeMap<>(), new TreeMap<>());
        return held;
    }
}

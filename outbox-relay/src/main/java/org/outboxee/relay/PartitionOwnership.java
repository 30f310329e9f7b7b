package org.outboxee.relay;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
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
     * Retires up to so many partitions, the last ones.
     *
     * @param kept those that are not retired
     * @return the leases of those that were not retired before
     */
    public synchronized List<PartitionLease> retire(int count, Set<Integer> kept) {
        List<PartitionLease> held = state.active().values().stream()
                .filter(lease -> !kept.contains(lease.partition()))
                .toList();
        return retire(held.subList(Math.max(0, held.size() - count), held.size()));
    }

    /**
     * Retires these partitions.
     *
     * @return the leases of those that are owned and were not retired before
     */
    public synchronized List<PartitionLease> retire(Set<Integer> partitions) {
        return retire(state.active().values().stream()
                .filter(lease -> partitions.contains(lease.partition()))
                .toList());
    }

    private List<PartitionLease> retire(List<PartitionLease> chosen) {
        SortedMap<Integer, PartitionLease> active = new TreeMap<>(state.active());
        SortedMap<Integer, PartitionLease> retired = new TreeMap<>(state.retired());
        move(chosen, active, retired);
        state = new State(active, retired);
        return chosen;
    }

    /**
     * Claims again from up to so many retired partitions.
     *
     * @param except those that stay retired
     * @return how many
     */
    public synchronized int resume(int count, Set<Integer> except) {
        SortedMap<Integer, PartitionLease> active = new TreeMap<>(state.active());
        SortedMap<Integer, PartitionLease> retired = new TreeMap<>(state.retired());
        List<PartitionLease> chosen = retired.values().stream()
                .filter(lease -> !except.contains(lease.partition()))
                .limit(count)
                .toList();
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

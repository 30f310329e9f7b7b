package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.outboxee.relay.PartitionOwnership;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionOwner;

/**
 * The partitions that another node has handed to this one, which keeps them for a while whatever its share is. Used by
 * one thread at a time.
 */
final class HandedPartitions {

    private final long keeping;
    private final Map<PartitionLease, Long> since = new HashMap<>();

    /** The versions that this node tried to take: found later, they are the answers that were lost. */
    private final Map<Integer, Long> tried = new HashMap<>();

    HandedPartitions(Duration keeping) {
        this.keeping = keeping.toNanos();
    }

    /** This node is about to take these. */
    void taking(Collection<PartitionOwner> seen) {
        seen.forEach(partition -> tried.put(partition.partition(), partition.version() + 1));
    }

    /** Somebody has made this node the owner of these. */
    void found(Collection<PartitionLease> found, long now) {
        for (PartitionLease lease : found) {
            if (!Objects.equals(tried.get(lease.partition()), lease.version())) {
                since.put(lease, now);
            }
        }
    }

    /** Those that are still owned and not to be given up yet. */
    Set<Integer> kept(PartitionOwnership ownership, long now) {
        since.keySet().retainAll(held(ownership));
        return since.entrySet().stream()
                .filter(handed -> now - handed.getValue() < keeping)
                .map(handed -> handed.getKey().partition())
                .collect(Collectors.toSet());
    }

    private Set<PartitionLease> held(PartitionOwnership ownership) {
        Set<PartitionLease> held = new HashSet<>();
        for (PartitionLease lease : since.keySet()) {
            if (lease.equals(ownership.held(lease.partition()))) {
                held.add(lease);
            }
        }
        return held;
    }
}

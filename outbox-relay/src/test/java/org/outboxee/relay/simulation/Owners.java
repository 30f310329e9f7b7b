package org.outboxee.relay.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionOwner;
import org.outboxee.spi.Ticker;

/** The partitions' owners as they should be, and the nodes' signs of life. */
final class Owners {

    private final Journal journal;
    private final Ticker time;
    private final PartitionOwner[] owners;
    private final Map<String, Beat> beats = new HashMap<>();

    private record Beat(long at, Duration lease) {}

    Owners(Journal journal, Ticker time, int partitions) {
        this.journal = journal;
        this.time = time;
        owners = new PartitionOwner[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            owners[partition] = new PartitionOwner(partition, null, 0);
        }
    }

    boolean owns(PartitionLease lease) {
        return owners[lease.partition()].equals(new PartitionOwner(lease.partition(), lease.owner(), lease.version()));
    }

    /** Whether a partition has no owner. */
    boolean isFree(int partition) {
        return owners[partition].owner() == null;
    }

    /** The node has said that it lives. */
    void beaten(NodeInfo node) {
        beats.put(node.incarnation(), new Beat(time.nanos(), node.lease()));
    }

    /** The node's row is gone. */
    void gone(String incarnation) {
        beats.remove(incarnation);
    }

    void taken(PartitionLease lease) {
        PartitionOwner before = owners[lease.partition()];
        journal.check(
                lease.version() == before.version() + 1,
                Check.FENCE,
                () -> lease + " is not the next version of " + before);
        if (before.owner() != null) {
            journal.happened(Happening.TAKE_OVER);
            journal.check(
                    isDead(before.owner()),
                    Check.LIVING_OWNER,
                    () -> lease + " was taken from a living one: " + before);
        } else if (before.version() > 0) {
            journal.happened(Happening.TAKING_OF_RELEASED);
        }
        owners[lease.partition()] = new PartitionOwner(lease.partition(), lease.owner(), lease.version());
    }

    void released(PartitionLease lease) {
        if (owns(lease)) {
            journal.happened(Happening.RELEASE_OF_PARTITION);
            owners[lease.partition()] = new PartitionOwner(lease.partition(), null, lease.version());
        }
    }

    void handedOver(PartitionLease lease, String to) {
        if (owns(lease)) {
            journal.happened(Happening.HAND_OVER);
            owners[lease.partition()] = new PartitionOwner(lease.partition(), to, lease.version() + 1);
        }
    }

    private boolean isDead(@Nullable String node) {
        Beat beat = beats.get(node);
        return beat == null || time.nanos() - beat.at() >= beat.lease().toNanos();
    }
}

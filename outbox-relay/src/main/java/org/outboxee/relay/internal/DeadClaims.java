package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.internal.NodeWatch.Nodes;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.PartitionOwner;

/**
 * Remembers what other nodes have owned, and tells when nothing of what they had claimed there can still run: a node
 * starts no delivery once its lease is over (G4), so a dead one's last delivery has ended that node's drain time later,
 * however long its claims are valid.
 *
 * <p>Used by one thread at a time.
 */
final class DeadClaims {

    private final String self;
    private final long memory;
    private final Map<String, Past> pasts = new HashMap<>();

    /** What one node has owned, and since when it is over. */
    private static final class Past {

        NodeInfo node;

        /** The last version of each partition. */
        final Map<Integer, Long> versions = new HashMap<>();

        /** From when on nothing of it runs; {@code null} while it lives. */
        @Nullable
        Long over;

        boolean dead;

        Past(NodeInfo node) {
            this.node = node;
        }
    }

    /**
     * Remembers nothing yet.
     *
     * @param memory how long what is over is remembered, for partitions that this node does not own yet
     */
    DeadClaims(String self, Duration memory) {
        this.self = self;
        this.memory = memory.toNanos();
    }

    /**
     * Takes notice of a look.
     *
     * @param asked the ticker's nanoseconds before the look
     */
    void saw(List<PartitionOwner> partitions, Nodes nodes, long asked) {
        Set<String> living = new HashSet<>();
        for (NodeBeat beat : nodes.living()) {
            String incarnation = beat.node().incarnation();
            if (!incarnation.equals(self)) {
                living.add(incarnation);
                Past past = pasts.computeIfAbsent(incarnation, unused -> new Past(beat.node()));
                past.node = beat.node();
                past.over = null;
                past.dead = false;
            }
        }
        for (PartitionOwner partition : partitions) {
            Past past = pasts.get(partition.owner());
            if (past != null) {
                past.versions.put(partition.partition(), partition.version());
            }
        }
        Set<String> dead = new HashSet<>();
        nodes.dead().forEach(beat -> dead.add(beat.node().incarnation()));
        pasts.forEach((incarnation, past) -> {
            if (past.over == null && !living.contains(incarnation)) {
                past.dead = dead.contains(incarnation);
                past.over = asked + past.node.drain().toNanos() + (past.dead ? 0 : unseen(past));
            }
        });
        pasts.values().removeIf(past -> past.over != null && (past.versions.isEmpty() || asked - past.over > memory));
    }

    /** It has left, or others have buried it: its last beat may have come just before. */
    private static long unseen(Past past) {
        return past.node.lease().toNanos();
    }

    /** The partitions and versions of which all claims are over at this time of the ticker. */
    List<PartitionOwner> over(long now) {
        List<PartitionOwner> over = new ArrayList<>();
        pasts.forEach((incarnation, past) -> {
            if (past.over != null && now - past.over >= 0) {
                past.versions.forEach(
                        (partition, version) -> over.add(new PartitionOwner(partition, incarnation, version)));
            }
        });
        return over;
    }

    /** These claims have been ended. */
    void ended(PartitionOwner claims) {
        Past past = pasts.get(claims.owner());
        if (past != null) {
            past.versions.remove(claims.partition(), claims.version());
        }
    }

    /** Whether claims of a node that has died are about to be over. */
    boolean areExpected(long now) {
        return pasts.values().stream()
                .anyMatch(past -> past.dead && past.over != null && now - past.over < 0 && !past.versions.isEmpty());
    }
}

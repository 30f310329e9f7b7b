package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.spi.NodeBeat;

/**
 * Tells living nodes from dead ones: one is dead if this node has itself watched its beat stay the same for a full
 * lease of that node, by its own monotonic clock. No clocks of two nodes are compared.
 *
 * <p>Used by one thread at a time.
 */
final class NodeWatch {

    private final String self;
    private final long longestGap;
    private Map<String, Watched> watched = new HashMap<>();
    private long lastAnswered;

    /** A beat, and when it was first seen. */
    private record Watched(long beat, long since) {}

    /**
     * What a look has told of the nodes.
     *
     * @param living in the order in which they started; this node is one of them if its row is there
     * @param dead the others
     * @param anyLate whether one of the living may be dead soon
     */
    record Nodes(List<NodeBeat> living, List<NodeBeat> dead, boolean anyLate) {}

    /**
     * Has watched nobody yet.
     *
     * @param self this node's incarnation
     * @param longestGap looks that are further apart than this are not watching: all watches start anew
     */
    NodeWatch(String self, Duration longestGap) {
        this.self = self;
        this.longestGap = longestGap.toNanos();
    }

    /**
     * Takes notice of a look. A beat was there when the answer came, so it is seen from then on; it was still there
     * when the next look began.
     *
     * @param asked the ticker's nanoseconds before the look
     * @param answered the ticker's nanoseconds after it
     */
    Nodes saw(List<NodeBeat> nodes, long asked, long answered) {
        Map<String, Watched> before = asked - lastAnswered > longestGap ? Map.of() : watched;
        lastAnswered = answered;
        watched = new HashMap<>();
        List<NodeBeat> living = new ArrayList<>();
        List<NodeBeat> dead = new ArrayList<>();
        boolean anyLate = false;
        for (NodeBeat node : nodes) {
            String incarnation = node.node().incarnation();
            Watched watch = before.get(incarnation);
            if (watch == null || watch.beat() != node.beat()) {
                watch = new Watched(node.beat(), answered);
            }
            watched.put(incarnation, watch);
            long silent = asked - watch.since();
            long lease = node.node().lease().toNanos();
            boolean other = !incarnation.equals(self);
            (other && silent >= lease ? dead : living).add(node);
            anyLate |= other && silent >= lease / 2 && silent < lease;
        }
        return new Nodes(living, dead, anyLate);
    }
}

package org.outboxee.memory.internal;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;

/** The nodes of an outbox. Safe for any number of threads: every method holds the monitor of this object. */
final class MemoryNodes {

    private final Map<String, NodeBeat> nodes = new HashMap<>();
    private long lastStarted;

    synchronized void beat(NodeInfo node, long number) {
        NodeBeat before = nodes.get(node.incarnation());
        long started = before == null ? ++lastStarted : before.started();
        nodes.put(node.incarnation(), new NodeBeat(node, started, number));
    }

    /** In the order of their starts. */
    synchronized List<NodeBeat> list() {
        return nodes.values().stream()
                .sorted(Comparator.comparingLong(NodeBeat::started))
                .toList();
    }

    synchronized void remove(String incarnation) {
        nodes.remove(incarnation);
    }

    synchronized boolean bury(NodeBeat dead) {
        NodeBeat found = nodes.get(dead.node().incarnation());
        if (found == null || found.beat() != dead.beat()) {
            return false;
        }
        nodes.remove(dead.node().incarnation());
        return true;
    }
}

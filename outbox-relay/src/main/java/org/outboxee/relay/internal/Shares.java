package org.outboxee.relay.internal;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.outboxee.spi.NodeBeat;

/**
 * How many partitions each node shall own. All nodes that see the same nodes come to the same shares, which differ by
 * one at most and add up to all partitions. Stateless.
 */
final class Shares {

    private static final Comparator<NodeBeat> BY_START = Comparator.comparingLong(NodeBeat::started)
            .thenComparing(node -> node.node().incarnation());

    private Shares() {}

    /**
     * The share of a node among the living ones; empty if it is not one of them.
     *
     * <p>Nodes that handle nothing get a share only where nobody handles anything: what they claimed would have to
     * wait.
     */
    static OptionalInt of(String incarnation, List<NodeBeat> living, int partitions) {
        if (living.stream().noneMatch(node -> is(node, incarnation))) {
            return OptionalInt.empty();
        }
        List<NodeBeat> staying =
                living.stream().filter(node -> !node.node().leaving()).toList();
        List<NodeBeat> handling =
                staying.stream().filter(Shares::handlesSomething).toList();
        List<NodeBeat> sharing = (handling.isEmpty() ? staying : handling)
                .stream().sorted(BY_START).toList();
        int place = IntStream.range(0, sharing.size())
                .filter(i -> is(sharing.get(i), incarnation))
                .findFirst()
                .orElse(-1);
        if (place < 0) {
            return OptionalInt.of(0);
        }
        int more = place < partitions % sharing.size() ? 1 : 0;
        return OptionalInt.of(partitions / sharing.size() + more);
    }

    private static boolean is(NodeBeat node, String incarnation) {
        return node.node().incarnation().equals(incarnation);
    }

    private static boolean handlesSomething(NodeBeat node) {
        return !node.node().handled().filter(Map::isEmpty).isPresent();
    }
}

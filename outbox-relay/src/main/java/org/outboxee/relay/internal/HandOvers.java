package org.outboxee.relay.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;

/**
 * Partitions that are to go to another node, since they hold records that only that one handles, as while a new release
 * with new handlers is rolled out. Safe for concurrent use.
 */
final class HandOvers {

    private final String self;
    private final Runnable onWanted;
    private final Map<Integer, String> wanted = new ConcurrentHashMap<>();

    /** Those that can be handed something, in the order of their starts. */
    private volatile List<NodeInfo> others = List.of();

    /** Those of them that handle all that this node does: what they are handed need not come back. */
    private volatile List<NodeInfo> supersets = List.of();

    /**
     * Nothing to hand over.
     *
     * @param onWanted runs when there is something to hand over; must not block
     */
    HandOvers(String self, Runnable onWanted) {
        this.self = self;
        this.onWanted = onWanted;
    }

    /** Takes notice of the living nodes. */
    void saw(List<NodeBeat> living) {
        List<NodeInfo> found = living.stream()
                .map(NodeBeat::node)
                .filter(node -> !node.incarnation().equals(self) && !node.leaving())
                .toList();
        Optional<Map<String, Set<String>>> own = living.stream()
                .map(NodeBeat::node)
                .filter(node -> node.incarnation().equals(self))
                .findFirst()
                .flatMap(NodeInfo::handled);
        supersets = found.stream().filter(node -> handlesAll(node, own)).toList();
        others = found;
    }

    /**
     * Wants the partition of a record to go to a node that handles it.
     *
     * @return that node; empty if there is none at the moment
     */
    Optional<String> want(ClaimedRecord record) {
        Optional<String> able = able(supersets, record).or(() -> able(others, record));
        able.ifPresent(node -> {
            wanted.put(record.partition(), node);
            onWanted.run();
        });
        return able;
    }

    /** The same node for the same partition, and different ones for different partitions. */
    private static Optional<String> able(List<NodeInfo> nodes, ClaimedRecord record) {
        List<NodeInfo> able =
                nodes.stream().filter(node -> handles(node, record)).toList();
        return able.isEmpty()
                ? Optional.empty()
                : Optional.of(able.get(record.partition() % able.size()).incarnation());
    }

    private static boolean handles(NodeInfo node, ClaimedRecord record) {
        String binding = record.id().binding();
        return node.handled()
                .map(handled -> handled.getOrDefault(record.name(), Set.of()))
                .map(bindings -> binding.equals(Bindings.UNBOUND) ? !bindings.isEmpty() : bindings.contains(binding))
                .orElse(true);
    }

    private static boolean handlesAll(NodeInfo node, Optional<Map<String, Set<String>>> own) {
        if (node.handled().isEmpty() || own.isEmpty()) {
            return node.handled().isEmpty();
        }
        Map<String, Set<String>> handled = node.handled().get();
        return own.get().entrySet().stream()
                .allMatch(name -> handled.getOrDefault(name.getKey(), Set.of()).containsAll(name.getValue()));
    }

    /** The partitions to hand over. */
    Set<Integer> partitions() {
        return Set.copyOf(wanted.keySet());
    }

    /** Where a partition is to go; {@code null} if it is not to go anywhere, or that node is gone. */
    @Nullable
    String target(int partition) {
        String node = wanted.get(partition);
        return others.stream().anyMatch(other -> other.incarnation().equals(node)) ? node : null;
    }

    /** It has gone there, or is not this node's any more. */
    void done(int partition) {
        wanted.remove(partition);
    }
}

package org.outboxee.relay.internal;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.outboxee.spi.NodeBeat;

/**
 * Warns of nodes that share an outbox but no handler: partitions with messages of both go back and forth between them.
 * That is nearly always two applications that want names of their own.
 *
 * <p>Used by one thread at a time.
 */
final class HandlerSets {

    private record Binding(String name, String binding) {

        @Override
        public String toString() {
            return name + " (" + binding + ")";
        }
    }

    private final String self;
    private final RelayLog log;
    private final Set<String> compared = new HashSet<>();

    HandlerSets(String self, RelayLog log) {
        this.self = self;
        this.log = log;
    }

    /** Compares what this node handles with what others do; each other one once. */
    void compare(List<NodeBeat> living) {
        living.stream()
                .filter(node -> node.node().incarnation().equals(self))
                .flatMap(node -> node.node().handled().stream())
                .findFirst()
                .ifPresent(own -> living.forEach(node -> compare(own, node)));
    }

    private void compare(Map<String, Set<String>> own, NodeBeat node) {
        String incarnation = node.node().incarnation();
        if (compared.add(incarnation) && !incarnation.equals(self)) {
            node.node().handled().ifPresent(theirs -> compare(bindings(own), bindings(theirs), incarnation));
        }
    }

    /** A node that handles nothing emits only, which is no mistake. */
    private void compare(Set<Binding> own, Set<Binding> theirs, String incarnation) {
        if (!own.isEmpty() && !theirs.isEmpty() && Collections.disjoint(own, theirs)) {
            log.differentHandlers(incarnation, own, theirs);
        }
    }

    private static Set<Binding> bindings(Map<String, Set<String>> handled) {
        return handled.entrySet().stream()
                .flatMap(name -> name.getValue().stream().map(binding -> new Binding(name.getKey(), binding)))
                .collect(Collectors.toSet());
    }
}

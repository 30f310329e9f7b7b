package org.outboxee.dynamo.internal;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A node as an item. */
final class NodeItem {

    static final String LEASE = "ls";
    static final String DRAIN = "dr";
    static final String LEAVING = "lv";
    static final String HANDLED = "hd";

    private static final String INCARNATION = "i";
    private static final String BEAT = "bt";
    private static final String STARTED = "q";

    private NodeItem() {}

    static Map<String, AttributeValue> of(Keys.Key key, NodeInfo node, long beat, long started) {
        Map<String, AttributeValue> item = new HashMap<>(key.item());
        item.put(INCARNATION, Av.s(node.incarnation()));
        item.put(BEAT, Av.n(beat));
        item.put(STARTED, Av.n(started));
        item.put(LEASE, Av.n(node.lease().toMillis()));
        item.put(DRAIN, Av.n(node.drain().toMillis()));
        item.put(LEAVING, Av.n(node.leaving() ? 1 : 0));
        node.handled().ifPresent(handled -> item.put(HANDLED, encode(handled)));
        return item;
    }

    static NodeBeat beat(Map<String, AttributeValue> item) {
        NodeInfo node = new NodeInfo(
                Av.text(item, INCARNATION),
                Duration.ofMillis(Av.number(item, LEASE)),
                Duration.ofMillis(Av.number(item, DRAIN)),
                Av.number(item, LEAVING) != 0,
                Optional.ofNullable(item.get(HANDLED)).map(NodeItem::decode));
        return new NodeBeat(node, Av.number(item, STARTED), Av.number(item, BEAT));
    }

    private static AttributeValue encode(Map<String, Set<String>> handled) {
        Map<String, AttributeValue> names = new HashMap<>();
        handled.forEach((name, bindings) -> names.put(
                name, AttributeValue.fromL(bindings.stream().map(Av::s).toList())));
        return AttributeValue.fromM(names);
    }

    private static Map<String, Set<String>> decode(AttributeValue value) {
        Map<String, Set<String>> handled = new HashMap<>();
        value.m().forEach((name, bindings) -> {
            Set<String> of = new HashSet<>();
            bindings.l().forEach(binding -> of.add(binding.s()));
            handled.put(name, Set.copyOf(of));
        });
        return Map.copyOf(handled);
    }
}

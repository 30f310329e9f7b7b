package org.outboxee.dynamo.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.Ownership;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PartitionOwner;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Fencing tokens in the fence items of the partitions, and an item for each node. Safe for any number of threads. */
final class Leases implements PartitionLeases {

    private final Parts parts;

    Leases(Parts parts) {
        this.parts = parts;
    }

    @Override
    public void beat(NodeInfo node, long number) {
        Keys.Key key = parts.keys().node(node.incarnation());
        Map<String, AttributeValue> known = NodeItem.of(key, node, number, 0);
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":bt", Av.n(number),
                ":ls", known.get(NodeItem.LEASE),
                ":lv", known.get(NodeItem.LEAVING)));
        String update = "SET bt = :bt, ls = :ls, lv = :lv";
        if (known.containsKey(NodeItem.HANDLED)) {
            values.put(":hd", known.get(NodeItem.HANDLED));
            update += ", hd = :hd";
        }
        if (!parts.table().update(key, update, "attribute_exists(pk)", values)) {
            long started = parts.table().add(parts.keys().starts(), "q", 1);
            parts.table().put(NodeItem.of(key, node, number, started));
        }
    }

    /** The owners first: a node is there before it owns anything. */
    @Override
    public Ownership look() {
        List<PartitionOwner> owners = owners();
        List<NodeBeat> nodes = new ArrayList<>();
        QueryRequest.Builder query = QueryRequest.builder()
                .consistentRead(true)
                .keyConditionExpression("pk = :pk")
                .expressionAttributeValues(Map.of(":pk", Av.s(parts.keys().nodes())));
        parts.table().pages(query, page -> {
            page.items().forEach(item -> nodes.add(NodeItem.beat(item)));
            return true;
        });
        nodes.sort(Comparator.comparingLong(NodeBeat::started));
        return new Ownership(owners, nodes);
    }

    private List<PartitionOwner> owners() {
        List<Keys.Key> keys = IntStream.range(0, parts.partitions())
                .mapToObj(parts.keys()::fence)
                .toList();
        Map<Keys.Key, Fence> fences = new HashMap<>();
        parts.table().get(keys).forEach(item -> fences.put(Keys.Key.of(item), Fence.of(item)));
        return IntStream.range(0, parts.partitions())
                .mapToObj(partition ->
                        fences.getOrDefault(keys.get(partition), Fence.NEW).owner(partition))
                .toList();
    }

    @Override
    public List<PartitionLease> takeOver(Collection<PartitionOwner> seen, String owner) {
        return seen.stream()
                .sorted(Comparator.comparingInt(PartitionOwner::partition))
                .filter(partition -> raise(partition.partition(), partition.version(), "", owner))
                .map(partition -> new PartitionLease(partition.partition(), owner, partition.version() + 1))
                .toList();
    }

    /** If the answer was lost and the request repeated, the condition fails though it was us: so the item decides. */
    private boolean raise(int partition, long version, String condition, String owner) {
        Keys.Key key = parts.keys().fence(parts.checked(partition));
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":o", Av.s(owner), ":next", Av.n(version + 1)));
        String known = "attribute_not_exists(pk)";
        if (version > 0) {
            values.put(":v", Av.n(version));
            known = "v = :v";
        }
        return parts.table()
                        .transact(
                                List.of(parts.write().update(key, "SET o = :o, v = :next", known + condition, values)))
                instanceof TransactOutcome.Done;
    }

    @Override
    public void release(Collection<PartitionLease> leases) {
        for (PartitionLease lease : leases) {
            parts.table()
                    .update(
                            parts.keys().fence(lease.partition()),
                            "REMOVE o",
                            "v = :v AND o = :o",
                            Map.of(":v", Av.n(lease.version()), ":o", Av.s(lease.owner())));
        }
    }

    @Override
    public void leave(String incarnation) {
        parts.table().delete(parts.keys().node(incarnation));
    }

    @Override
    public boolean bury(NodeBeat dead) {
        return parts.table()
                .delete(parts.keys().node(dead.node().incarnation()), "bt = :bt", Map.of(":bt", Av.n(dead.beat())));
    }
}

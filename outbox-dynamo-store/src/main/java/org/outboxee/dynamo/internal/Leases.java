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
import org.outboxee.spi.StaleFencingTokenException;
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
                ":dr", known.get(NodeItem.DRAIN),
                ":lv", known.get(NodeItem.LEAVING)));
        String update = "SET bt = :bt, ls = :ls, dr = :dr, lv = :lv";
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
                .filter(partition -> raise(partition, owner))
                .map(partition -> new PartitionLease(partition.partition(), owner, partition.version() + 1))
                .toList();
    }

    /** In a transaction, whose token tells the repetition of a request whose answer was lost from a lost race. */
    private boolean raise(PartitionOwner seen, String owner) {
        Map<String, AttributeValue> values =
                new HashMap<>(Map.of(":o", Av.s(owner), ":next", Av.n(seen.version() + 1)));
        String condition = "attribute_not_exists(pk)";
        if (seen.version() > 0) {
            values.put(":v", Av.n(seen.version()));
            condition = "v = :v";
        }
        return raise(seen.partition(), condition, values);
    }

    private boolean raise(int partition, String condition, Map<String, AttributeValue> values) {
        Keys.Key fence = parts.keys().fence(parts.checked(partition));
        return parts.table().transact(List.of(parts.write().update(fence, "SET o = :o, v = :next", condition, values)))
                instanceof TransactOutcome.Done;
    }

    @Override
    public void handOver(PartitionLease lease, String to) {
        boolean unused = raise(
                lease.partition(),
                "v = :v AND o = :from",
                Map.of(
                        ":o", Av.s(to),
                        ":next", Av.n(lease.version() + 1),
                        ":v", Av.n(lease.version()),
                        ":from", Av.s(lease.owner())));
    }

    /** Lets claims under an older version count as expired. */
    void expireClaims(PartitionLease lease, long version) {
        boolean newest = parts.table()
                .update(
                        parts.keys().fence(parts.checked(lease.partition())),
                        "ADD xp :version",
                        "v = :v AND o = :o",
                        Map.of(
                                ":version", AttributeValue.fromNs(List.of(Long.toString(version))),
                                ":v", Av.n(lease.version()),
                                ":o", Av.s(lease.owner())));
        if (!newest) {
            throw new StaleFencingTokenException(lease);
        }
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

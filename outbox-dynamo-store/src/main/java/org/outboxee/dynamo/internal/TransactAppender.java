package org.outboxee.dynamo.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.outboxee.spi.MessageLimits;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.Partitions;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Puts messages into transactions of DynamoDB. Safe for any number of threads. */
final class TransactAppender {

    /** An item has 400 KB; failures of a record take up to 60 of them, its keys and texts up to 20. */
    static final MessageLimits LIMITS = new MessageLimits(200, 255, 100, 100, 8 * 1024, 256 * 1024);

    private final Parts parts;
    private final Layout layout;
    private final Counters counters;
    private final AtomicInteger turn = new AtomicInteger();

    TransactAppender(Parts parts, Layout layout) {
        this.parts = parts;
        this.layout = layout;
        counters = new Counters(parts);
    }

    /** A unit of work that begins with actions of the application. */
    AppendUnit begin(List<TransactWriteItem> application) {
        return new AppendUnit(parts, layout, counters, application, this::place);
    }

    private void place(AppendUnit unit, OutboxMessage message) {
        LIMITS.check(message);
        unit.add(message, partition(message));
    }

    private int partition(OutboxMessage message) {
        String key = message.key();
        if (key != null) {
            return Partitions.forKey(key, parts.partitions());
        }
        List<Integer> owned = parts.context().ownedPartitions().get();
        int next = turn.getAndIncrement();
        return owned.isEmpty() ? Math.floorMod(next, parts.partitions()) : owned.get(Math.floorMod(next, owned.size()));
    }

    boolean isTaken(String messageId) {
        long now = parts.now();
        AtomicBoolean taken = new AtomicBoolean();
        QueryRequest.Builder query = QueryRequest.builder()
                .consistentRead(true)
                .keyConditionExpression("pk = :pk")
                .expressionAttributeValues(Map.of(":pk", Av.s(parts.keys().id(messageId))));
        parts.table().pages(query, page -> {
            taken.compareAndSet(false, page.items().stream().anyMatch(item -> IdItem.isTaken(item, now)));
            return !taken.get();
        });
        return taken.get();
    }
}

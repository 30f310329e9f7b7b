package org.outboxee.dynamo.internal;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.outboxee.admin.RecordId;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Changes records behind the store's back, as an operator would: with a note for the partition's owner. */
record Planting(DynamoDbClient client, String table, Keys keys) {

    private static final int PARTITIONS = 4;

    void createdAt(RecordId id, Instant createdAt) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            String pk = keys.partition(partition);
            for (Map<String, AttributeValue> item : client.queryPaginator(query -> query.tableName(table)
                            .consistentRead(true)
                            .keyConditionExpression("pk = :pk")
                            .expressionAttributeValues(Map.of(":pk", Av.s(pk))))
                    .items()) {
                if (item.containsKey(RecordItem.ID) && new RecordItem(item).id().equals(id)) {
                    Map<String, AttributeValue> changed = new HashMap<>(item);
                    changed.put(RecordItem.CREATED, Av.n(createdAt.toEpochMilli()));
                    client.putItem(put -> put.tableName(table).item(changed));
                    new Table(client, table, StoreEvents.NONE)
                            .add(keys.counter(partition), Counters.Counter.CHANGES, 1);
                }
            }
        }
    }
}

package org.outboxee.dynamo.internal;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The item that takes a message id, which its caller chose, for a binding; and says where the record is. */
final class IdItem {

    static final String PARTITION = "pt";
    static final String PLACE = "loc";

    private IdItem() {}

    /** Takes the id of a record, if it is free or its time is over. */
    static TransactWriteItem take(Parts parts, RecordItem record, int partition, long now) {
        return parts.write()
                .put(of(parts, record, partition), "attribute_not_exists(pk) OR un <= :now", Map.of(":now", Av.n(now)));
    }

    /** Says where the record is now, and until when its id is taken if it is delivered. */
    static TransactWriteItem moved(Parts parts, RecordItem record, int partition) {
        return parts.write().put(of(parts, record, partition));
    }

    static TransactWriteItem free(Parts parts, RecordItem record) {
        return parts.write().delete(parts.keys().id(record.id()));
    }

    /** Whether the id is taken at a time. */
    static boolean isTaken(Map<String, AttributeValue> item, long now) {
        return !item.isEmpty() && (!item.containsKey(RecordItem.UNTIL) || Av.number(item, RecordItem.UNTIL) > now);
    }

    private static Map<String, AttributeValue> of(Parts parts, RecordItem record, int partition) {
        Map<String, AttributeValue> item =
                new HashMap<>(parts.keys().id(record.id()).item());
        item.put(PARTITION, Av.n(partition));
        item.put(PLACE, Av.s(record.key().sk()));
        for (String attribute : new String[] {RecordItem.UNTIL, RecordItem.TTL}) {
            if (record.attributes().containsKey(attribute)) {
                item.put(attribute, record.attributes().get(attribute));
            }
        }
        return item;
    }
}

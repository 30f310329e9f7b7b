package org.outboxee.dynamo.internal;

import java.time.Instant;
import org.outboxee.admin.RecordFilter;

/** Holds records against filters. */
final class Matching {

    private Matching() {}

    static boolean matches(RecordFilter filter, RecordItem item) {
        Instant created = Instant.ofEpochMilli(item.number(RecordItem.CREATED));
        return filter.states().contains(item.state())
                && filter.messageId().map(item.text(RecordItem.ID)::equals).orElse(true)
                && filter.name().map(item.text(RecordItem.NAME)::equals).orElse(true)
                && filter.key().map(key -> key.equals(item.orderingKey())).orElse(true)
                && filter.binding().map(item.text(RecordItem.BINDING)::equals).orElse(true)
                && filter.createdFrom().map(from -> !created.isBefore(from)).orElse(true)
                && filter.createdBefore().map(created::isBefore).orElse(true);
    }
}

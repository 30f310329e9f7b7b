package org.outboxee.dynamo.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Changes of records that stay where they are. Each counts as a modification. */
final class Change {

    /** What changes while a record lives. */
    private static final String[] CHANGING = {
        RecordItem.STATE,
        RecordItem.DUE,
        RecordItem.ATTEMPTS,
        RecordItem.CRASHES,
        RecordItem.TOKEN,
        RecordItem.VERSION,
        RecordItem.LEASE,
        RecordItem.FAILURES,
        RecordItem.STACK,
        RecordItem.MODIFICATION,
        RecordItem.CLAIM_SORT
    };

    private Change() {}

    /** The record as one that waits. */
    static RecordItem pending(Layout layout, RecordItem item) {
        RecordItem pending = modified(item)
                .with(
                        Map.of(RecordItem.STATE, Av.s(RecordItem.PENDING)),
                        RecordItem.TOKEN,
                        RecordItem.VERSION,
                        RecordItem.LEASE);
        return pending.with(layout.pendingAttributes(pending));
    }

    /** The record as one that is claimed. */
    static RecordItem claimed(Layout layout, RecordItem item, String token, long version, long lease) {
        RecordItem claimed = modified(item)
                .with(Map.of(
                        RecordItem.STATE, Av.s(RecordItem.CLAIMED),
                        RecordItem.TOKEN, Av.s(token),
                        RecordItem.VERSION, Av.n(version),
                        RecordItem.LEASE, Av.n(lease)));
        return claimed.with(layout.claimedAttributes(claimed));
    }

    /** The record after a crash of its owner. */
    static RecordItem crashed(Layout layout, RecordItem item) {
        return pending(layout, item.with(RecordItem.CRASHES, Av.n(item.number(RecordItem.CRASHES) + 1)));
    }

    private static RecordItem modified(RecordItem item) {
        return item.with(RecordItem.MODIFICATION, Av.n(item.number(RecordItem.MODIFICATION) + 1));
    }

    /** Writes what may have changed of a record, without its content. */
    static TransactWriteItem write(
            Parts parts, RecordItem item, String condition, Map<String, AttributeValue> conditionValues) {
        Map<String, AttributeValue> values = new HashMap<>(conditionValues);
        StringJoiner set = new StringJoiner(", ", "SET ", "");
        StringJoiner remove = new StringJoiner(", ", " REMOVE ", "").setEmptyValue("");
        for (String attribute : CHANGING) {
            AttributeValue value = item.attributes().get(attribute);
            if (value == null) {
                remove.add(attribute);
            } else {
                set.add(attribute + " = :n_" + attribute);
                values.put(":n_" + attribute, value);
            }
        }
        return parts.write().update(item.key(), set.toString() + remove, condition, values);
    }

    /** Writes it if nothing has changed since it was read, in this state. */
    static TransactWriteItem writeUnchanged(Parts parts, RecordItem read, RecordItem changed) {
        return write(
                parts,
                changed,
                "m = :m AND st = :st",
                Map.of(
                        ":m", read.attributes().get(RecordItem.MODIFICATION),
                        ":st", read.attributes().get(RecordItem.STATE)));
    }
}

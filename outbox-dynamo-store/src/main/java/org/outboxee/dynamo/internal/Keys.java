package org.outboxee.dynamo.internal;

import java.util.Map;
import org.outboxee.admin.RecordId;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The keys of the items of one outbox. Every part that comes from outside is escaped, so that no two different keys
 * read alike (scenario 35).
 *
 * @param outboxName the namespace
 */
record Keys(String outboxName) {

    /** The name of the table's hash key. */
    static final String PK = "pk";

    /** The name of the table's range key. */
    static final String SK = "sk";

    /** Dead letters, by seq. */
    static final String DEAD = "D#";

    /** Delivered records that are kept, by the time at which they go. */
    static final String DELIVERED = "X#";

    private static final String SEPARATOR = "#";
    private static final int DIGITS = 19;

    /** Partitions and layout of the outbox. */
    Key config() {
        return new Key(name() + "#C", "CONFIG");
    }

    /** Numbers the starts of nodes. */
    Key starts() {
        return new Key(name() + "#C", "STARTS");
    }

    /** The hash key of all nodes. */
    String nodes() {
        return name() + "#N";
    }

    Key node(String incarnation) {
        return new Key(nodes(), escape(incarnation));
    }

    /** The hash key of everything in a partition. */
    String partition(int partition) {
        return name() + "#P#" + partition;
    }

    /** Owner and newest version of a partition: what claims check, and appends never touch. */
    Key fence(int partition) {
        return new Key(partition(partition), "FENCE");
    }

    /** What appends raise, and claims never write. */
    Key counter(int partition) {
        return new Key(partition(partition), "COUNTER");
    }

    /** The hash key of what takes a message id that its caller chose. */
    String id(String messageId) {
        return name() + "#I#" + escape(messageId);
    }

    Key id(RecordId id) {
        return new Key(id(id.messageId()), escape(id.binding()));
    }

    static String dead(long seq, String binding) {
        return DEAD + ordered(seq) + SEPARATOR + escape(binding);
    }

    static String delivered(long until, long seq, String binding) {
        return DELIVERED + ordered(until) + SEPARATOR + ordered(seq) + SEPARATOR + escape(binding);
    }

    /** Keys of delivered records that go at this time or later come behind it. */
    static String deliveredUntil(long until) {
        return DELIVERED + ordered(until);
    }

    /** A number that is not negative, so that texts sort as numbers do. */
    static String ordered(long number) {
        String digits = Long.toString(number);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    static String escape(String part) {
        return part.replace("%", "%25").replace(SEPARATOR, "%23");
    }

    private String name() {
        return escape(outboxName);
    }

    /**
     * The primary key of an item.
     *
     * @param pk hash key
     * @param sk range key
     */
    record Key(String pk, String sk) {

        Map<String, AttributeValue> item() {
            return Map.of(PK, Av.s(pk), SK, Av.s(sk));
        }

        static Key of(Map<String, AttributeValue> item) {
            return new Key(Av.text(item, PK), Av.text(item, SK));
        }
    }
}

package org.outboxee.memory.internal;

import java.time.Instant;
import java.util.Comparator;
import org.outboxee.admin.RecordId;

/**
 * A record's place in the order of its outbox: creation time, then seq. The id only makes it unique (the records of
 * several bindings of one message, or of two partitions).
 */
record Age(Instant createdAt, long seq, RecordId id) implements Comparable<Age> {

    private static final Comparator<Age> ORDER = Comparator.comparing(Age::createdAt)
            .thenComparingLong(Age::seq)
            .thenComparing(age -> age.id().messageId())
            .thenComparing(age -> age.id().binding());

    @Override
    public int compareTo(Age other) {
        return ORDER.compare(this, other);
    }

    /** The younger one. */
    static Age max(Age one, Age other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}

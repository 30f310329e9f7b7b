package org.outboxee.jpa.internal;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.outboxee.jpa.OutboxCounter;
import org.outboxee.jpa.OutboxCounter.Kind;

/**
 * Where a record gets its number from. Ordered by counter id, the order in which every transaction locks counters.
 *
 * @param partitionId the partition
 * @param kind the kind of records
 */
record NumberSource(int partitionId, Kind kind) implements Comparable<NumberSource> {

    private static final Comparator<NumberSource> ORDER = Comparator.comparingInt(NumberSource::counterId);

    /** The source for a record with this ordering key. */
    static NumberSource of(int partitionId, @Nullable String key) {
        return new NumberSource(partitionId, key == null ? Kind.KEYLESS : Kind.KEYED);
    }

    int counterId() {
        return OutboxCounter.id(partitionId, kind);
    }

    @Override
    public int compareTo(NumberSource other) {
        return ORDER.compare(this, other);
    }
}

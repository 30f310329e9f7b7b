package org.outboxee.jpa.internal;

import jakarta.persistence.TypedQuery;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.ClaimedRecord;

/** A lane as the table knows it. */
record LaneKey(int partitionId, String binding, String orderingKey) implements Comparable<LaneKey> {

    /** The condition that {@link #on} binds: the leading columns of the lane index. */
    static final String CONDITION = "r.partitionId = :partition and r.binding = :binding and r.orderingKey = :key";

    /** The lane of a record, {@code null} for a record without a key. */
    static @Nullable LaneKey of(ClaimedRecord record) {
        return record.key() == null
                ? null
                : new LaneKey(RowHandle.of(record).partitionId(), record.id().binding(), record.key());
    }

    <T> TypedQuery<T> on(TypedQuery<T> query) {
        return query.setParameter("partition", partitionId)
                .setParameter("binding", binding)
                .setParameter("key", orderingKey);
    }

    @Override
    public int compareTo(LaneKey other) {
        int byPartition = Integer.compare(partitionId, other.partitionId);
        int byBinding = byPartition != 0 ? byPartition : binding.compareTo(other.binding);
        return byBinding != 0 ? byBinding : orderingKey.compareTo(other.orderingKey);
    }
}

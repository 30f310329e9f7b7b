package org.outboxee.memory.internal;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pending and claimed records of one binding and ordering key, by seq; a record without a key has a lane of its
 * own. Guarded by the monitor of its {@link PartitionQueue}.
 */
final class Lane {

    private final NavigableMap<Long, StoredRecord> records = new TreeMap<>();
    private int claimed;

    void add(StoredRecord record) {
        records.put(record.age.seq(), record);
        record.lane = this;
    }

    void remove(StoredRecord record) {
        records.remove(record.age.seq());
        record.lane = null;
    }

    void countClaimed(int change) {
        claimed += change;
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    /** Whether none of its records is claimed. */
    boolean isFree() {
        return claimed == 0;
    }

    /** The oldest record; the lane must not be empty. */
    StoredRecord head() {
        return records.firstEntry().getValue();
    }

    /** The next younger record. */
    @Nullable
    StoredRecord after(StoredRecord record) {
        Map.Entry<Long, StoredRecord> next = records.higherEntry(record.age.seq());
        return next == null ? null : next.getValue();
    }

    /** All younger records, copied. */
    List<StoredRecord> younger(StoredRecord record) {
        return List.copyOf(records.tailMap(record.age.seq(), false).values());
    }

    Collection<StoredRecord> records() {
        return records.values();
    }
}

package org.outboxee.memory.internal;

import java.util.ArrayList;
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

    /** At most a batch, while the lane may be long. Empty for nearly all lanes, hence the capacity. */
    private final List<StoredRecord> claimed = new ArrayList<>(0);

    void add(StoredRecord record) {
        records.put(record.age.seq(), record);
    }

    void remove(StoredRecord record) {
        records.remove(record.age.seq());
    }

    void claim(StoredRecord record) {
        claimed.add(record);
    }

    void unclaim(StoredRecord record) {
        claimed.remove(record);
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    /** Whether none of its records is claimed. */
    boolean isFree() {
        return claimed.isEmpty();
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

    /** The younger records that carry a token, copied. */
    List<StoredRecord> tail(StoredRecord record, String token) {
        return claimed.stream()
                .filter(other -> other.age.seq() > record.age.seq() && other.carries(token))
                .toList();
    }

    /** How many records are younger than one, as far as a bound. */
    int younger(StoredRecord record, int atMost) {
        return (int) records.tailMap(record.age.seq(), false).values().stream()
                .limit(atMost)
                .count();
    }
}

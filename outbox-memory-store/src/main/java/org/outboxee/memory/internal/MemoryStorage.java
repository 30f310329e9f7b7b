package org.outboxee.memory.internal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.RecordId;

/** Everything that one outbox stores. Safe for any number of threads. */
public final class MemoryStorage {

    /** Far above what a commit takes: reached only when a transaction hangs. */
    private static final Duration APPEND_WAIT = Duration.ofSeconds(30);

    private final String outboxName;
    private final InstantSource clock;
    private final List<PartitionQueue> queues;
    private final AppendUnits appends;
    private final MemoryNodes nodes = new MemoryNodes();
    private final ConcurrentNavigableMap<RecordId, StoredRecord> records = new ConcurrentSkipListMap<>(
            Comparator.comparing(RecordId::messageId).thenComparing(RecordId::binding));

    /** Empty storage of a number of partitions. */
    public MemoryStorage(String outboxName, int partitions, InstantSource clock) {
        this.outboxName = outboxName;
        this.clock = clock;
        queues = IntStream.range(0, partitions).mapToObj(PartitionQueue::new).toList();
        appends = new AppendUnits(partitions, APPEND_WAIT);
    }

    /** The number of partitions. */
    public int partitions() {
        return queues.size();
    }

    String outboxName() {
        return outboxName;
    }

    Instant now() {
        return clock.instant();
    }

    PartitionQueue queue(int partition) {
        return queues.get(Objects.checkIndex(partition, queues.size()));
    }

    List<PartitionQueue> queues() {
        return queues;
    }

    MemoryNodes nodes() {
        return nodes;
    }

    AppendUnits appends() {
        return appends;
    }

    @Nullable
    StoredRecord find(RecordId id) {
        return records.get(id);
    }

    /** Takes the id of a record; returns the record that has it already, {@code null} for none. */
    @Nullable
    StoredRecord reserve(StoredRecord record) {
        return records.putIfAbsent(record.id, record);
    }

    /** Gives the id of a record free. */
    void forget(StoredRecord record) {
        records.remove(record.id, record);
    }

    /** Whether a message id is taken for any binding. */
    boolean isTaken(String messageId) {
        RecordId next = records.ceilingKey(new RecordId(messageId, ""));
        return next != null && next.messageId().equals(messageId);
    }
}

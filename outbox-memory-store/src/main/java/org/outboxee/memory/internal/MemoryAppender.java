package org.outboxee.memory.internal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.outboxee.DuplicateMessageException;
import org.outboxee.spi.Appender;
import org.outboxee.spi.MessageLimits;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.PreparedAppend;

/**
 * Appends messages: takes their ids and seqs at once, makes them visible at the commit. Safe for any number of threads.
 */
public final class MemoryAppender implements Appender {

    private final MemoryStorage storage;
    private final Supplier<List<Integer>> ownedPartitions;
    private final AtomicInteger turn = new AtomicInteger();

    private record Placed(OutboxMessage message, int partition) {}

    /** An appender to a storage; keyless messages go to owned partitions, to any if none is owned. */
    public MemoryAppender(MemoryStorage storage, Supplier<List<Integer>> ownedPartitions) {
        this.storage = storage;
        this.ownedPartitions = ownedPartitions;
    }

    @Override
    public MessageLimits limits() {
        return MessageLimits.DEFAULT;
    }

    @Override
    public boolean isTaken(String messageId) {
        return storage.isTaken(messageId);
    }

    @Override
    public PreparedAppend append(List<OutboxMessage> messages) {
        messages.forEach(limits()::check);
        List<Placed> placed = messages.stream().map(this::place).toList();
        Set<Integer> keyed = placed.stream()
                .filter(place -> place.message().key() != null)
                .map(Placed::partition)
                .collect(Collectors.toSet());
        AppendUnit unit = storage.appends().enter(keyed);
        List<StoredRecord> records = new ArrayList<>();
        try {
            placed.forEach(place -> reserve(place, records));
        } catch (RuntimeException e) {
            records.forEach(storage::forget);
            storage.appends().leave(unit, () -> {});
            throw e;
        }
        return new Prepared(unit, records);
    }

    private Placed place(OutboxMessage message) {
        return new Placed(
                copy(message),
                message.key() == null ? keylessPartition() : Partitions.forKey(message.key(), storage.partitions()));
    }

    private int keylessPartition() {
        List<Integer> owned = ownedPartitions.get();
        int next = turn.getAndIncrement();
        return owned.isEmpty()
                ? Math.floorMod(next, storage.partitions())
                : owned.get(Math.floorMod(next, owned.size()));
    }

    private static OutboxMessage copy(OutboxMessage message) {
        return new OutboxMessage(
                message.id(),
                message.name(),
                message.key(),
                message.payload().clone(),
                message.headers(),
                message.availability(),
                message.bindings(),
                message.idRemembered());
    }

    private void reserve(Placed placed, List<StoredRecord> records) {
        OutboxMessage message = placed.message();
        Instant now = storage.now();
        PartitionQueue.Place place = storage.queue(placed.partition()).nextPlace(message.key() != null, now);
        for (String binding : message.bindings()) {
            StoredRecord record = new StoredRecord(
                    message,
                    binding,
                    placed.partition(),
                    place,
                    message.availability().dueAt(now));
            if (storage.reserve(record) != null) {
                throw new DuplicateMessageException(
                        "OUTBOX-04004",
                        "Message id " + message.id() + " is taken in outbox " + storage.outboxName() + " for binding "
                                + binding + ". This transaction must roll back; give each message an id of its own");
            }
            records.add(record);
        }
    }

    private final class Prepared implements PreparedAppend {

        private final AppendUnit unit;
        private final List<StoredRecord> records;

        Prepared(AppendUnit unit, List<StoredRecord> records) {
            this.unit = unit;
            this.records = records;
        }

        @Override
        public Set<Integer> partitions() {
            return records.stream().map(record -> record.partition).collect(Collectors.toUnmodifiableSet());
        }

        @Override
        public void committed() {
            storage.appends()
                    .leave(
                            unit,
                            () -> records.stream()
                                    .collect(Collectors.groupingBy(record -> record.partition))
                                    .forEach((partition, added) ->
                                            storage.queue(partition).add(added)));
        }

        @Override
        public void rolledBack() {
            storage.appends().leave(unit, () -> records.forEach(storage::forget));
        }
    }
}

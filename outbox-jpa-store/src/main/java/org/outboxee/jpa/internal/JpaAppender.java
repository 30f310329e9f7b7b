package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.outboxee.OutboxException;
import org.outboxee.jpa.OutboxRecord;
import org.outboxee.jpa.OutboxRecord.Place;
import org.outboxee.jpa.internal.Numbering.Numbers;
import org.outboxee.spi.Appender;
import org.outboxee.spi.MessageLimits;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PreparedAppend;

/** Inserts messages in the calling thread's JTA transaction, on its connection. */
final class JpaAppender implements Appender {

    /** One row to be: a message, and one of its bindings. */
    private record Draft(OutboxMessage message, String binding) {}

    private final StoreParts parts;
    private final PartitionChoice choice;
    private final Duplicates duplicates;

    JpaAppender(StoreParts parts, PartitionChoice choice) {
        this.parts = parts;
        this.choice = choice;
        this.duplicates = new Duplicates(parts.partitions().outboxId());
    }

    @Override
    public MessageLimits limits() {
        return MessageLimits.DEFAULT;
    }

    @Override
    public boolean isTaken(String messageId) {
        try {
            return parts.work()
                    .inCurrentTransaction(entities ->
                            !duplicates.existing(entities, List.of(messageId)).isEmpty());
        } catch (OutboxException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new OutboxStoreException(
                    "OUTBOX-03019",
                    "Whether message id " + messageId + " is taken could not be read, so its message was not emitted. "
                            + DatabaseTrouble.describe(e),
                    e);
        }
    }

    @Override
    public PreparedAppend append(List<OutboxMessage> messages) {
        messages.forEach(limits()::check);
        if (messages.isEmpty()) {
            return new Appended(Set.of());
        }
        SortedMap<NumberSource, List<Draft>> drafts = drafts(messages);
        try {
            parts.work().inCurrentTransaction(entities -> insert(entities, messages, drafts));
        } catch (OutboxException e) {
            throw e;
        } catch (RuntimeException e) {
            throw translated(e, messages);
        }
        Set<Integer> touched = new TreeSet<>();
        drafts.keySet().forEach(source -> touched.add(parts.partitions().number(source.partitionId())));
        return new Appended(touched);
    }

    private SortedMap<NumberSource, List<Draft>> drafts(List<OutboxMessage> messages) {
        SortedMap<NumberSource, List<Draft>> drafts = new TreeMap<>();
        NumberSource keyless = null;
        for (OutboxMessage message : messages) {
            NumberSource source;
            if (message.key() != null) {
                source = NumberSource.of(choice.keyed(message.key()), message.key());
            } else {
                keyless = keyless == null ? NumberSource.of(choice.keyless(), null) : keyless;
                source = keyless;
            }
            List<Draft> ofSource = drafts.computeIfAbsent(source, key -> new ArrayList<>());
            message.bindings().forEach(binding -> ofSource.add(new Draft(message, binding)));
        }
        return drafts;
    }

    private int insert(
            EntityManager entities, List<OutboxMessage> messages, SortedMap<NumberSource, List<Draft>> drafts) {
        // Before the counters are locked, so that they are locked for less; but a single writer has to write first.
        if (!parts.database().singleWriter()) {
            duplicates.refuse(entities, messages);
        }
        long now = parts.clock().millis();
        List<OutboxRecord> records = new ArrayList<>();
        // In ascending order, so that two transactions do not wait for each other.
        drafts.forEach((source, ofSource) -> records.addAll(number(entities, source, ofSource, now)));
        if (parts.database().singleWriter()) {
            duplicates.refuse(entities, messages);
        }
        records.forEach(entities::persist);
        return records.size();
    }

    private List<OutboxRecord> number(EntityManager entities, NumberSource source, List<Draft> drafts, long now) {
        Numbers numbers = parts.numbering().take(entities, source, drafts.size(), now);
        List<OutboxRecord> records = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            OutboxMessage message = drafts.get(i).message();
            long number = numbers.values()[i];
            // Due by the clock, not by a creation time that had to be moved ahead of it.
            long due = message.availability().dueAt(Instant.ofEpochMilli(now)).toEpochMilli();
            Place place = new Place(
                    RecordNumbers.id(source.counterId(), number),
                    parts.partitions().outboxId(),
                    source.partitionId(),
                    number,
                    numbers.createdAt(),
                    due,
                    due <= now);
            records.add(new OutboxRecord(
                    place, message, drafts.get(i).binding(), parts.headers().encode(message.headers())));
        }
        return records;
    }

    private OutboxException translated(RuntimeException failure, List<OutboxMessage> messages) {
        if (parts.database().isUniqueViolation(failure)) {
            return duplicates.violated(messages, failure);
        }
        if (parts.database().isIsolationConflict(failure)) {
            return new OutboxStoreException(
                    "OUTBOX-03016",
                    "This transaction conflicts with another one under its isolation level, as two may that emit with"
                            + " keys of one partition, so " + messages.size() + " messages could not be written. It"
                            + " has to roll back; nothing of it is kept. Run it again from its beginning; at READ"
                            + " COMMITTED it would have waited instead. The database says: " + failure,
                    failure);
        }
        return new OutboxStoreException(
                "OUTBOX-03002",
                messages.size()
                        + " messages could not be written, so the transaction that emitted them has to roll back. "
                        + DatabaseTrouble.describe(failure),
                failure);
    }
}

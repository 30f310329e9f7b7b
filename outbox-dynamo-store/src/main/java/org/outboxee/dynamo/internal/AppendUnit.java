package org.outboxee.dynamo.internal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.outboxee.DuplicateMessageException;
import org.outboxee.InvalidMessageException;
import org.outboxee.admin.RecordId;
import org.outboxee.dynamo.internal.Counters.Counter;
import org.outboxee.spi.OutboxMessage;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Messages that are written in one transaction of DynamoDB, with actions of the application. Seqs are given out in that
 * transaction, by an increment that states what it expects: so they follow the order of commits, and leave no gaps.
 * Used by one thread at a time.
 */
public final class AppendUnit {

    private static final int ATTEMPTS = 60;
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private final Parts parts;
    private final Layout layout;
    private final Counters counters;
    private final List<TransactWriteItem> application;
    private final BiConsumer<AppendUnit, OutboxMessage> placing;
    private final List<Placed> placed = new ArrayList<>();
    private final Set<RecordId> ids = new HashSet<>();
    private final Set<Integer> partitions = new TreeSet<>();
    private int actions;
    private long bytes;

    private record Placed(OutboxMessage message, String binding, int partition) {}

    /** A unit that begins with actions of the application. */
    AppendUnit(
            Parts parts,
            Layout layout,
            Counters counters,
            List<TransactWriteItem> application,
            BiConsumer<AppendUnit, OutboxMessage> placing) {
        this.placing = placing;
        this.parts = parts;
        this.layout = layout;
        this.counters = counters;
        this.application = List.copyOf(application);
        actions = application.size();
        bytes = application.stream()
                .filter(action -> action.put() != null)
                .mapToLong(action -> ItemSize.of(action.put().item()))
                .sum();
    }

    /**
     * Adds a message.
     *
     * @throws DuplicateMessageException if this unit has its id for one of its bindings
     * @throws InvalidMessageException if the transaction would have too many actions or bytes
     */
    void add(OutboxMessage message, int partition) {
        int more =
                message.bindings().size() * (message.idRemembered() ? 2 : 1) + (partitions.contains(partition) ? 0 : 1);
        if (actions + more > Table.MAX_ACTIONS) {
            throw new InvalidMessageException(
                    "OUTBOX-06010",
                    "With message " + message.id() + " the transaction would have " + (actions + more)
                            + " actions; DynamoDB allows " + Table.MAX_ACTIONS + ". One goes to each record, one to"
                            + " each id that its caller chose, one to each partition, and those of the application."
                            + " Emit less in one transaction");
        }
        for (String binding : message.bindings()) {
            if (!ids.add(new RecordId(message.id(), binding))) {
                throw duplicate(message.id(), binding);
            }
            RecordItem item = RecordItem.of(message, binding, parts.keys().partition(partition), 0, 0, 0);
            bytes += item.size() + 200L; // keys and what a claim adds
            placed.add(new Placed(message, binding, partition));
        }
        if (bytes > MAX_BYTES) {
            throw new InvalidMessageException(
                    "OUTBOX-06011",
                    "With message " + message.id() + " the transaction would have " + bytes + " bytes; DynamoDB allows "
                            + MAX_BYTES + ". Emit less in one transaction");
        }
        actions += more;
        partitions.add(partition);
    }

    /** Adds a message to the partition of its key, or one that this node owns. */
    public void add(OutboxMessage message) {
        placing.accept(this, message);
    }

    /** The partitions that get a record. */
    public Set<Integer> partitions() {
        return Set.copyOf(partitions);
    }

    /**
     * Writes everything, or nothing.
     *
     * @throws DuplicateMessageException if an id is taken
     * @throws TransactionCanceledException if a condition of the application's actions does not hold; its reasons are
     *     those of the application's actions
     * @throws org.outboxee.spi.OutboxStoreException if DynamoDB fails; if its answer was lost, the messages may be
     *     written
     */
    public void commit() {
        if (placed.isEmpty() && application.isEmpty()) {
            return;
        }
        counters.inTurn(partitions, () -> {
            Pause pause = new Pause(ATTEMPTS);
            while (!attempt()) {
                pause.next("an append");
            }
            return true;
        });
    }

    private boolean attempt() {
        Attempt attempt = new Attempt(parts.now());
        TransactOutcome outcome;
        try {
            outcome = parts.table().transact(attempt.writes);
        } catch (RuntimeException e) {
            counters.forget(partitions);
            throw e;
        }
        if (outcome instanceof TransactOutcome.Refused refused) {
            attempt.refused(refused);
            return false;
        }
        attempt.last.forEach(counters::saw);
        return true;
    }

    private DuplicateMessageException duplicate(String id, String binding) {
        return new DuplicateMessageException(
                "OUTBOX-06012",
                "Message id " + id + " is taken in outbox " + parts.context().outboxName() + " for binding " + binding
                        + ". This transaction must roll back; give each message an id of its own");
    }

    /** The transaction with the seqs that are free as far as is known. */
    private final class Attempt {

        private final List<TransactWriteItem> writes = new ArrayList<>(application);
        private final Map<Integer, Counter> last = new TreeMap<>();
        private final Map<Integer, Placed> takenIds = new HashMap<>();
        private final Map<Integer, Integer> raised = new HashMap<>();

        Attempt(long now) {
            Map<Integer, Counter> known = new TreeMap<>();
            partitions.forEach(partition -> known.put(partition, counters.get(partition)));
            last.putAll(known);
            placed.forEach(record -> write(record, now));
            known.forEach(this::raise);
        }

        private void write(Placed record, long now) {
            Counter before = last.getOrDefault(record.partition(), Counter.NONE);
            Counter after = new Counter(true, before.seq() + 1, Math.max(before.created(), now));
            last.put(record.partition(), after);
            OutboxMessage message = record.message();
            long due = message.availability().dueAt(Instant.ofEpochMilli(now)).toEpochMilli();
            RecordItem item = RecordItem.of(
                    message,
                    record.binding(),
                    parts.keys().partition(record.partition()),
                    after.seq(),
                    after.created(),
                    due);
            RecordItem stored =
                    item.with(Keys.SK, Av.s(layout.appendedKey(item))).with(layout.pendingAttributes(item));
            writes.add(parts.write().put(stored.attributes(), Write.ABSENT, Map.of()));
            if (message.idRemembered()) {
                takenIds.put(writes.size(), record);
                writes.add(IdItem.take(parts, stored, record.partition(), now));
            }
        }

        private void raise(int partition, Counter before) {
            Counter after = last.getOrDefault(partition, before);
            Map<String, AttributeValue> values =
                    new HashMap<>(Map.of(":next", Av.n(after.seq()), ":cr", Av.n(after.created())));
            String condition = "attribute_not_exists(q)";
            if (before.exists()) {
                values.put(":q", Av.n(before.seq()));
                condition = "q = :q";
            }
            raised.put(writes.size(), partition);
            writes.add(parts.write()
                    .update(parts.keys().counter(partition), "SET q = :next, cr = :cr", condition, values));
        }

        void refused(TransactOutcome.Refused refused) {
            for (int action : refused.failed()) {
                if (action < application.size()) {
                    throw TransactionCanceledException.builder()
                            .message("A condition of the application's actions does not hold")
                            .cancellationReasons(refused.reasons().subList(0, application.size()))
                            .build();
                }
                Placed taken = takenIds.get(action);
                if (taken != null) {
                    throw duplicate(taken.message().id(), taken.binding());
                }
            }
            counters.forget(partitions);
            raised.forEach((action, partition) -> {
                if (refused.failed(action)) {
                    counters.saw(partition, Counter.of(refused.item(action)));
                }
            });
        }
    }
}

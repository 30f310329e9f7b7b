package org.outboxee.memory.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.PreparedCompletion;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/** The relay's view of a storage. Safe for any number of threads; settlements take effect one by one. */
public final class MemoryStore implements OutboxStore {

    final MemoryStorage storage;

    /** The view of a storage. */
    public MemoryStore(MemoryStorage storage) {
        this.storage = storage;
    }

    @Override
    public Instant now() {
        return storage.now();
    }

    @Override
    public Claim claim(PartitionLease lease, int limit, Duration duration) {
        return storage.queue(lease.partition()).claim(lease, limit, duration, now());
    }

    @Override
    public SettleResult settle(Collection<? extends Settlement> settlements) {
        Instant now = now();
        int applied = 0;
        for (Settlement settlement : settlements) {
            StoredRecord record = storage.find(settlement.record().id());
            if (record != null && settle(record, settlement, now)) {
                applied++;
            }
        }
        return new SettleResult(applied, settlements.size() - applied);
    }

    private boolean settle(StoredRecord record, Settlement settlement, Instant now) {
        PartitionQueue queue = storage.queue(record.partition);
        String token = settlement.record().token();
        if (settlement instanceof Settlement.Failed failed) {
            return queue.giveBack(record, token, 1, now.plus(failed.retryAfter()));
        }
        if (settlement instanceof Settlement.Released released) {
            Duration delay = released.delay();
            return queue.giveBack(record, token, 0, delay.isZero() ? null : now.plus(delay));
        }
        if (settlement instanceof Settlement.Dead dead) {
            return queue.bury(record, token, dead.attempts(), dead.failure());
        }
        boolean completed = queue.complete(record, token);
        if (completed) {
            storage.forget(record);
        }
        return completed;
    }

    /** {@inheritDoc} A settlement of the record waits up to 30 seconds for the end of the unit of work. */
    @Override
    public PreparedCompletion completeInTransaction(ClaimedRecord claimed) {
        StoredRecord record = storage.find(claimed.id());
        if (record == null || !storage.queue(record.partition).beginCompletion(record, claimed.token())) {
            throw new ClaimLostException(claimed);
        }
        return new Completion(record);
    }

    @Override
    public boolean expand(ClaimedRecord claimed, Set<String> bindings) {
        StoredRecord record = storage.find(claimed.id());
        if (record == null) {
            return false;
        }
        List<StoredRecord> added = new ArrayList<>();
        boolean replaced = false;
        try {
            for (String binding : bindings) {
                reserve(record.forBinding(binding), added);
            }
            replaced = storage.queue(record.partition).replace(record, claimed.token(), added);
        } finally {
            if (!replaced) {
                added.forEach(storage::forget);
            }
        }
        if (replaced) {
            storage.forget(record);
        }
        return replaced;
    }

    private void reserve(StoredRecord record, List<StoredRecord> added) {
        StoredRecord existing = storage.reserve(record);
        if (existing == null) {
            added.add(record);
        } else if (existing.state == State.PREPARED) {
            // Its transaction may yet roll back, and then nobody would have the message for this binding.
            throw new OutboxStoreException(
                    "OUTBOX-04005", "A transaction that has not ended appends " + record.id + ", too; try again", null);
        }
    }

    @Override
    public Set<Integer> partitionsWithWork(Collection<Integer> partitions) {
        Instant now = now();
        return partitions.stream()
                .filter(partition -> storage.queue(partition).mayHaveWork(now))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public List<PendingRecord> queryPending(int partition, int limit) {
        return storage.queue(partition).oldestPending(limit);
    }

    @Override
    public OutboxCounts counts() {
        return storage.queues().stream()
                .map(PartitionQueue::counts)
                .reduce(new OutboxCounts(0, 0, 0), MemoryStore::sum);
    }

    private static OutboxCounts sum(OutboxCounts one, OutboxCounts other) {
        return new OutboxCounts(
                one.pending() + other.pending(), one.claimed() + other.claimed(), one.dead() + other.dead());
    }

    @Override
    public Page<DeadLetter> deadLetters(int limit, @Nullable String cursor) {
        return DeadLetterPage.of(storage.queues(), limit, cursor);
    }

    @Override
    public boolean replay(RecordId id) {
        StoredRecord record = storage.find(id);
        return record != null && storage.queue(record.partition).replay(record, now());
    }

    @Override
    public boolean discard(RecordId id) {
        StoredRecord record = storage.find(id);
        if (record == null || !storage.queue(record.partition).discard(record)) {
            return false;
        }
        storage.forget(record);
        return true;
    }

    private final class Completion implements PreparedCompletion {

        private final StoredRecord record;

        Completion(StoredRecord record) {
            this.record = record;
        }

        @Override
        public void committed() {
            storage.queue(record.partition).endCompletion(record, true);
            storage.forget(record);
        }

        @Override
        public void rolledBack() {
            storage.queue(record.partition).endCompletion(record, false);
        }
    }
}

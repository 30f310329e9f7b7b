package org.outboxee.memory.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.admin.RecordSummary;
import org.outboxee.admin.StalledLane;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.PreparedCompletion;
import org.outboxee.spi.Retention;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/** The relay's view of a storage. Safe for any number of threads; settlements take effect one by one. */
public final class MemoryStore implements OutboxStore {

    final MemoryStorage storage;
    private final Retention retention;

    /** The view of a storage, which keeps what it delivers for some time. */
    public MemoryStore(MemoryStorage storage, Retention retention) {
        this.storage = storage;
        this.retention = retention;
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
    public void expireClaims(PartitionLease lease, long version) {
        storage.queue(lease.partition()).expireClaims(lease, version);
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
            return queue.fail(record, token, failed.failure(), now, now.plus(failed.retryAfter()));
        }
        if (settlement instanceof Settlement.Released released) {
            Duration delay = released.delay();
            return queue.giveBack(record, token, 0, delay.isZero() ? null : now.plus(delay));
        }
        if (settlement instanceof Settlement.Dead dead) {
            return queue.bury(record, token, dead.attempts(), dead.failure(), now);
        }
        return complete(record, token, now);
    }

    private boolean complete(StoredRecord record, String token, Instant now) {
        PartitionQueue queue = storage.queue(record.partition);
        Duration kept = retention.of(record.message.idRemembered());
        if (!kept.isZero()) {
            return queue.keep(record, token, now, now.plus(kept), retention.keepsContent());
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
        return new Completion(record, claimed.token());
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
                one.pending() + other.pending(),
                one.claimed() + other.claimed(),
                one.dead() + other.dead(),
                one.delivered() + other.delivered());
    }

    @Override
    public Optional<Instant> oldestPending() {
        return storage.queues().stream()
                .flatMap(queue -> queue.oldestPending().stream())
                .min(Instant::compareTo);
    }

    @Override
    public long depth(long atMost) {
        OutboxCounts counts = counts();
        return Math.min(atMost, counts.pending() + counts.claimed());
    }

    @Override
    public Page<RecordSummary> search(RecordFilter filter, int limit, @Nullable String cursor) {
        return AgePage.of(
                storage.queues(),
                limit,
                cursor,
                (queue, place, most) -> queue.search(record -> matches(filter, record), place, most));
    }

    private static boolean matches(RecordFilter filter, RecordSummary record) {
        return filter.states().contains(record.state())
                && filter.messageId().map(record.id().messageId()::equals).orElse(true)
                && filter.name().map(record.name()::equals).orElse(true)
                && filter.key().map(key -> key.equals(record.orderingKey())).orElse(true)
                && filter.binding().map(record.id().binding()::equals).orElse(true)
                && filter.createdFrom()
                        .map(from -> !record.createdAt().isBefore(from))
                        .orElse(true)
                && filter.createdBefore().map(record.createdAt()::isBefore).orElse(true);
    }

    @Override
    public Optional<RecordDetails> find(RecordId id) {
        StoredRecord record = storage.find(id);
        return record == null
                ? Optional.empty()
                : storage.queue(record.partition).details(record);
    }

    @Override
    public List<StalledLane> stalledLanes(int limit) {
        Instant now = now();
        return storage.queues().stream()
                .flatMap(queue -> queue.stalledLanes(now).stream())
                .sorted(Comparator.comparing(lane -> lane.head().createdAt()))
                .limit(limit)
                .toList();
    }

    @Override
    public Page<DeadLetter> deadLetters(int limit, @Nullable String cursor) {
        return AgePage.of(storage.queues(), limit, cursor, PartitionQueue::deadAfter);
    }

    @Override
    public Page<RecordId> replay(RecordFilter filter, int limit, @Nullable String cursor) {
        Page<RecordSummary> dead = search(filter.in(RecordState.DEAD), limit, cursor);
        return new Page<>(
                dead.items().stream()
                        .map(RecordSummary::id)
                        .filter(this::replay)
                        .toList(),
                dead.nextCursor());
    }

    @Override
    public int purge(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit) {
        Instant now = now();
        int purged = 0;
        for (int partition : partitions) {
            List<StoredRecord> over = storage.queue(partition).purge(now, retention.ids(), deadBefore, limit - purged);
            over.stream().filter(record -> record.state == State.GONE).forEach(storage::forget);
            purged += over.size();
        }
        return purged;
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
        private final String token;

        Completion(StoredRecord record, String token) {
            this.record = record;
            this.token = token;
        }

        @Override
        public void committed() {
            storage.queue(record.partition).endCompletion(record, () -> complete(record, token, now()));
        }

        @Override
        public void rolledBack() {
            storage.queue(record.partition).endCompletion(record, () -> {});
        }
    }
}

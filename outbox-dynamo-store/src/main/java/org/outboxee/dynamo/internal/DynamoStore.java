package org.outboxee.dynamo.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
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
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.PreparedCompletion;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/** The relay's view of the table. Safe for any number of threads. */
final class DynamoStore implements OutboxStore {

    private final Parts parts;
    private final Layout layout;
    private final Reader reader;
    private final Leases leases;
    private final Settlements settlements;
    private final Decisions decisions;

    DynamoStore(Parts parts, Layout layout, Leases leases) {
        this.parts = parts;
        this.leases = leases;
        this.layout = layout;
        reader = new Reader(parts, layout);
        settlements = new Settlements(parts, layout);
        decisions = new Decisions(parts, layout, reader);
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(parts.now());
    }

    @Override
    public Claim claim(PartitionLease lease, int limit, Duration duration) {
        parts.checked(lease.partition());
        return layout.claim(lease, limit, duration);
    }

    @Override
    public void expireClaims(PartitionLease lease, long version) {
        leases.expireClaims(lease, version);
    }

    @Override
    public SettleResult settle(Collection<? extends Settlement> toSettle) {
        return settlements.settle(toSettle);
    }

    /** Always fails: DynamoDB takes part in no transaction of the container. */
    @Override
    public PreparedCompletion completeInTransaction(ClaimedRecord record) {
        throw new OutboxStoreException(
                "OUTBOX-06030",
                record + " cannot be completed in its handler's transaction: DynamoDB takes part in none. Declare its"
                        + " handler without transactional = true, and let it be idempotent by message id",
                null);
    }

    @Override
    public boolean expand(ClaimedRecord record, Set<String> bindings) {
        return decisions.expand(record, bindings);
    }

    @Override
    public Set<Integer> partitionsWithWork(Collection<Integer> partitions) {
        return partitions.stream().filter(layout::mayHaveWork).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public List<PendingRecord> queryPending(int partition, int limit) {
        return reader.pending(partition, limit);
    }

    @Override
    public OutboxCounts counts() {
        return reader.counts();
    }

    @Override
    public Optional<Instant> oldestPending() {
        return reader.oldestPending();
    }

    @Override
    public long depth(long atMost) {
        return reader.depth(atMost);
    }

    @Override
    public Page<RecordSummary> search(RecordFilter filter, int limit, @Nullable String cursor) {
        return reader.page(filter, limit, cursor, found -> found.item().summary(found.partition()));
    }

    @Override
    public Optional<RecordDetails> find(RecordId id) {
        return reader.find(id).map(found -> found.item().details(found.partition()));
    }

    @Override
    public List<StalledLane> stalledLanes(int limit) {
        return new StalledLanes(parts, reader).list(limit);
    }

    @Override
    public Page<DeadLetter> deadLetters(int limit, @Nullable String cursor) {
        return reader.page(
                RecordFilter.of(RecordState.DEAD),
                limit,
                cursor,
                found -> found.item().deadLetter());
    }

    @Override
    public boolean replay(RecordId id) {
        return decisions.replay(id);
    }

    @Override
    public Page<RecordId> replay(RecordFilter filter, int limit, @Nullable String cursor) {
        return decisions.replay(filter, limit, cursor);
    }

    @Override
    public boolean discard(RecordId id) {
        return decisions.discard(id);
    }

    @Override
    public int purge(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit) {
        return new Purge(parts, reader).run(partitions, deadBefore, limit);
    }
}

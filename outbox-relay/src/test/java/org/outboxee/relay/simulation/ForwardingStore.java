package org.outboxee.relay.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordSummary;
import org.outboxee.admin.StalledLane;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.PreparedCompletion;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/** A store that is another one, unless a subclass says otherwise. */
class ForwardingStore implements OutboxStore {

    private final OutboxStore store;

    ForwardingStore(OutboxStore store) {
        this.store = store;
    }

    @Override
    public Instant now() {
        return store.now();
    }

    @Override
    public Claim claim(PartitionLease lease, int limit, Duration duration) {
        return store.claim(lease, limit, duration);
    }

    @Override
    public void expireClaims(PartitionLease lease, long version) {
        store.expireClaims(lease, version);
    }

    @Override
    public SettleResult settle(Collection<? extends Settlement> settlements) {
        return store.settle(settlements);
    }

    @Override
    public PreparedCompletion completeInTransaction(ClaimedRecord record) {
        return store.completeInTransaction(record);
    }

    @Override
    public boolean expand(ClaimedRecord record, Set<String> bindings) {
        return store.expand(record, bindings);
    }

    @Override
    public Set<Integer> partitionsWithWork(Collection<Integer> partitions) {
        return store.partitionsWithWork(partitions);
    }

    @Override
    public List<PendingRecord> queryPending(int partition, int limit) {
        return store.queryPending(partition, limit);
    }

    @Override
    public OutboxCounts counts() {
        return store.counts();
    }

    @Override
    public Optional<Instant> oldestPending() {
        return store.oldestPending();
    }

    @Override
    public long depth(long atMost) {
        return store.depth(atMost);
    }

    @Override
    public Page<RecordSummary> search(RecordFilter filter, int limit, @Nullable String cursor) {
        return store.search(filter, limit, cursor);
    }

    @Override
    public Optional<RecordDetails> find(RecordId id) {
        return store.find(id);
    }

    @Override
    public List<StalledLane> stalledLanes(int limit) {
        return store.stalledLanes(limit);
    }

    @Override
    public Page<DeadLetter> deadLetters(int limit, @Nullable String cursor) {
        return store.deadLetters(limit, cursor);
    }

    @Override
    public boolean replay(RecordId id) {
        return store.replay(id);
    }

    @Override
    public Page<RecordId> replay(RecordFilter filter, int limit, @Nullable String cursor) {
        return store.replay(filter, limit, cursor);
    }

    @Override
    public boolean discard(RecordId id) {
        return store.discard(id);
    }

    @Override
    public int purge(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit) {
        return store.purge(partitions, deadBefore, limit);
    }
}

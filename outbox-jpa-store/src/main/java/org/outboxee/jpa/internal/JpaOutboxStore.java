package org.outboxee.jpa.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
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
import org.outboxee.spi.Backlog;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.PreparedCompletion;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/** The relay's side: hands each call to the part that does it. */
final class JpaOutboxStore implements OutboxStore {

    /**
     * How many transactions one claim may take while they only park what is blocked. The relay takes a few empty claims
     * for a sign that it had better wait.
     */
    private static final int ROUNDS = 20;

    private final StoreClock clock;
    private final Claims claims;
    private final Settlements settlements;
    private final HandlerTransactions handlerTransactions;
    private final Expansion expansion;
    private final Previews previews;
    private final Records records;
    private final DeadLetters deadLetters;
    private final Removals removals;

    JpaOutboxStore(StoreParts parts, String outboxName) {
        this.clock = parts.clock();
        this.claims = new Claims(parts);
        this.settlements = new Settlements(parts);
        this.handlerTransactions = new HandlerTransactions(parts);
        this.expansion = new Expansion(parts);
        this.previews = new Previews(parts, outboxName);
        this.records = new Records(parts);
        this.deadLetters = new DeadLetters(parts, outboxName);
        this.removals = new Removals(parts);
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public Claim claim(PartitionLease lease, int limit, Duration duration) {
        Claim claim = claims.claim(lease, limit, duration);
        for (int round = 1; round < ROUNDS && claim.records().isEmpty() && claim.more(); round++) {
            claim = claims.claim(lease, limit, duration);
        }
        return claim;
    }

    @Override
    public void expireClaims(PartitionLease lease, long version) {
        claims.expire(lease, version);
    }

    @Override
    public SettleResult settle(Collection<? extends Settlement> all) {
        return settlements.settle(all);
    }

    @Override
    public PreparedCompletion completeInTransaction(ClaimedRecord record) {
        return handlerTransactions.complete(record);
    }

    @Override
    public boolean expand(ClaimedRecord record, Set<String> bindings) {
        return expansion.expand(record, bindings);
    }

    @Override
    public Set<Integer> partitionsWithWork(Collection<Integer> partitions) {
        Set<Integer> found = new HashSet<>(previews.partitionsWithWork(partitions));
        found.addAll(claims.uncertainPartitions(partitions));
        return found;
    }

    @Override
    public List<PendingRecord> queryPending(int partition, int limit) {
        return previews.pending(partition, limit);
    }

    @Override
    public OutboxCounts counts() {
        return previews.counts();
    }

    @Override
    public Page<DeadLetter> deadLetters(int limit, @Nullable String cursor) {
        return deadLetters.list(limit, cursor);
    }

    @Override
    public boolean replay(RecordId id) {
        return deadLetters.replay(id);
    }

    @Override
    public boolean discard(RecordId id) {
        return removals.discard(id);
    }

    @Override
    public Optional<Instant> oldestPending() {
        return records.oldestPending();
    }

    @Override
    public long depth(long atMost) {
        return previews.depth(atMost);
    }

    @Override
    public Backlog backlog(int atMost) {
        return previews.backlog(atMost);
    }

    @Override
    public Page<RecordSummary> search(RecordFilter filter, int limit, @Nullable String cursor) {
        return records.search(filter, limit, cursor);
    }

    @Override
    public Optional<RecordDetails> find(RecordId id) {
        return records.find(id);
    }

    @Override
    public List<StalledLane> stalledLanes(int limit) {
        return records.stalledLanes(limit);
    }

    @Override
    public Page<RecordId> replay(RecordFilter filter, int limit, @Nullable String cursor) {
        return deadLetters.replay(filter, limit, cursor);
    }

    @Override
    public int purge(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit) {
        return removals.purge(partitions, deadBefore, limit);
    }
}

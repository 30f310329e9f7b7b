package org.outboxee.relay.sim;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
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
import org.outboxee.spi.CompletionConflictException;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.PreparedCompletion;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/**
 * A store in virtual time: writes down what is asked of it, takes its time, and fails when a test says so. What it
 * stores is the memory store's. Used by one thread at a time.
 */
public final class TestStore implements OutboxStore {

    /** A claim that was made. */
    public record ClaimCall(int partition, int limit, List<String> ids) {}

    private final OutboxStore store;
    private final VirtualTime time;
    private final List<ClaimCall> claims = new ArrayList<>();
    private final List<List<Settlement>> settled = new ArrayList<>();
    private final List<Set<Integer>> polls = new ArrayList<>();
    private final List<List<Integer>> purges = new ArrayList<>();
    private final Set<String> failing = new HashSet<>();
    private final Deque<Runnable> duringClaims = new ArrayDeque<>();
    private final Set<Integer> failingPartitions = new HashSet<>();
    private Predicate<Settlement> poisonous = settlement -> false;
    private Duration latency = Duration.ZERO;
    private int claimAttempts;
    private boolean expandsNothing;
    private int conflicts;
    private boolean commitsAllTheSame;
    private final Map<String, ClaimedRecord> claimed = new HashMap<>();
    private int claimsRunning;
    private int mostClaimsRunning;
    private int settlesRunning;
    private int mostSettlesRunning;

    TestStore(OutboxStore store, VirtualTime time) {
        this.store = store;
        this.time = time;
    }

    /** Lets a method, by its name, throw from now on. */
    public void fail(String method) {
        failing.add(method);
    }

    /** Lets claims from a partition throw from now on. */
    public void failClaimsFrom(int partition) {
        failingPartitions.add(partition);
    }

    /** Lets a method work again. */
    public void repair(String method) {
        failing.remove(method);
    }

    /** Lets every batch fail that holds such a settlement. */
    public void poison(Predicate<Settlement> settlement) {
        poisonous = settlement;
    }

    /** Lets claims and settlements take this long. */
    public void latency(Duration duration) {
        latency = duration;
    }

    /** Does this within the next claim, after records were taken and before it returns. */
    public void duringNextClaim(Runnable action) {
        duringClaims.add(action);
    }

    /** Lets expansions find that somebody else has the record. */
    public void expandNothing() {
        expandsNothing = true;
    }

    /** Lets so many completions in transactions find others in their way. */
    public void conflictNextCompletions(int count) {
        conflicts = count;
    }

    /** Lets the next completion take effect, whatever becomes of its transaction. */
    public void commitAllTheSame() {
        commitsAllTheSame = true;
    }

    /** Takes a claimed record away, as another node may do after the lease. */
    public void settleBehindTheBack(String id) {
        ClaimedRecord record = Objects.requireNonNull(claimed.get(id));
        store.settle(List.of(new Settlement.Completed(record)));
    }

    /** How many claims were tried. */
    public int claimAttempts() {
        return claimAttempts;
    }

    /** The claims that returned, in order. */
    public List<ClaimCall> claims() {
        return Collections.unmodifiableList(claims);
    }

    /** The claims that returned records. */
    public List<ClaimCall> fruitfulClaims() {
        return claims.stream().filter(claim -> !claim.ids().isEmpty()).toList();
    }

    /** The batches that were settled, in order. */
    public List<List<Settlement>> settledBatches() {
        return Collections.unmodifiableList(settled);
    }

    /** The settlements that were made, in order. */
    public List<Settlement> settlements() {
        return settled.stream().flatMap(List::stream).toList();
    }

    /** What was asked for in each poll. */
    public List<Set<Integer>> polls() {
        return Collections.unmodifiableList(polls);
    }

    /** The most claims that ever ran at a time. */
    public int mostClaimsRunning() {
        return mostClaimsRunning;
    }

    /** The most settlements that ever ran at a time. */
    public int mostSettlesRunning() {
        return mostSettlesRunning;
    }

    @Override
    public Instant now() {
        return store.now();
    }

    @Override
    public Claim claim(PartitionLease lease, int limit, Duration duration) {
        mostClaimsRunning = Math.max(mostClaimsRunning, ++claimsRunning);
        try {
            claimAttempts++;
            time.sleepDeafly(latency);
            failIf("claim");
            if (failingPartitions.contains(lease.partition())) {
                throw new OutboxStoreException("TEST-00004", "partition " + lease.partition() + " is broken", null);
            }
            Claim claim = store.claim(lease, limit, duration);
            claims.add(new ClaimCall(
                    lease.partition(),
                    limit,
                    claim.records().stream()
                            .map(record -> record.id().messageId())
                            .toList()));
            claim.records().forEach(record -> claimed.put(record.id().messageId(), record));
            Runnable during = duringClaims.poll();
            if (during != null) {
                during.run();
            }
            return claim;
        } finally {
            claimsRunning--;
        }
    }

    @Override
    public void expireClaims(PartitionLease lease, long version) {
        failIf("expireClaims");
        store.expireClaims(lease, version);
    }

    @Override
    public SettleResult settle(Collection<? extends Settlement> settlements) {
        mostSettlesRunning = Math.max(mostSettlesRunning, ++settlesRunning);
        try {
            time.sleepDeafly(latency);
            failIf("settle");
            if (settlements.stream().anyMatch(poisonous)) {
                throw new OutboxStoreException("TEST-00002", "one of the settlements cannot be stored", null);
            }
            settled.add(List.copyOf(settlements));
            return store.settle(settlements);
        } finally {
            settlesRunning--;
        }
    }

    @Override
    public PreparedCompletion completeInTransaction(ClaimedRecord record) {
        failIf("completeInTransaction");
        if (conflicts > 0) {
            conflicts--;
            throw new CompletionConflictException("TEST-00005", "the lane of " + record + " is busy", null);
        }
        PreparedCompletion completion = store.completeInTransaction(record);
        if (!commitsAllTheSame) {
            return completion;
        }
        commitsAllTheSame = false;
        completion.committed();
        return new PreparedCompletion() {
            @Override
            public void committed() {
                throw new IllegalStateException("the test wants the relay not to know");
            }

            @Override
            public void rolledBack() {
                // The relay thinks so.
            }
        };
    }

    @Override
    public boolean expand(ClaimedRecord record, Set<String> bindings) {
        failIf("expand");
        return !expandsNothing && store.expand(record, bindings);
    }

    @Override
    public Set<Integer> partitionsWithWork(Collection<Integer> partitions) {
        failIf("partitionsWithWork");
        polls.add(new TreeSet<>(partitions));
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
    public Page<DeadLetter> deadLetters(int limit, @Nullable String cursor) {
        return store.deadLetters(limit, cursor);
    }

    @Override
    public boolean replay(RecordId id) {
        return store.replay(id);
    }

    @Override
    public boolean discard(RecordId id) {
        return store.discard(id);
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
    public Backlog backlog(int atMost) {
        time.sleepDeafly(latency);
        failIf("backlog");
        return store.backlog(atMost);
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
    public Page<RecordId> replay(RecordFilter filter, int limit, @Nullable String cursor) {
        return store.replay(filter, limit, cursor);
    }

    @Override
    public int purge(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit) {
        failIf("purge");
        purges.add(List.copyOf(partitions));
        return store.purge(partitions, deadBefore, limit);
    }

    /** The partitions of each purge. */
    public List<List<Integer>> purges() {
        return purges;
    }

    private void failIf(String method) {
        if (failing.contains(method)) {
            throw new OutboxStoreException("TEST-00001", method + " fails, as the test wants it", null);
        }
    }
}

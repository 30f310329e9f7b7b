package org.outboxee.relay.simulation;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.outboxee.relay.sim.VirtualTime;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.CompletionConflictException;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PreparedCompletion;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/** A store that is slow, fails, does things by halves or loses its answers when a course says so. */
final class FaultyStore extends ForwardingStore {

    static final List<String> METHODS = List.of("claim", "settle", "partitionsWithWork", "expand", "expireClaims");

    private final VirtualTime time;
    private final Journal journal;
    private final Set<String> failing = new HashSet<>();
    private Duration latency = Duration.ZERO;
    private boolean losesSettlement;
    private boolean halvesSettlement;
    private boolean conflicts;
    private boolean commitsAllTheSame;

    FaultyStore(OutboxStore store, VirtualTime time, Journal journal) {
        super(store);
        this.time = time;
        this.journal = journal;
    }

    void fail(String method) {
        failing.add(method);
    }

    /** Lets claims and settlements take this long. */
    void latency(Duration duration) {
        latency = duration;
    }

    boolean isSlow() {
        return !latency.isZero();
    }

    void loseSettlement() {
        losesSettlement = true;
    }

    void halveSettlement() {
        halvesSettlement = true;
    }

    void conflict() {
        conflicts = true;
    }

    void commitAllTheSame() {
        commitsAllTheSame = true;
    }

    void repair() {
        failing.clear();
        latency = Duration.ZERO;
        losesSettlement = false;
        halvesSettlement = false;
        conflicts = false;
        commitsAllTheSame = false;
    }

    @Override
    public Claim claim(PartitionLease lease, int limit, Duration duration) {
        takeTime();
        failIfDown("claim");
        Claim claim = super.claim(lease, limit, duration);
        takeTime();
        return claim;
    }

    @Override
    public void expireClaims(PartitionLease lease, long version) {
        failIfDown("expireClaims");
        super.expireClaims(lease, version);
    }

    @Override
    public SettleResult settle(Collection<? extends Settlement> settlements) {
        takeTime();
        failIfDown("settle");
        if (halvesSettlement && settlements.size() > 1) {
            halvesSettlement = false;
            super.settle(List.copyOf(settlements).subList(0, settlements.size() / 2));
            throw lost("the second half of a settlement");
        }
        SettleResult result = super.settle(settlements);
        if (losesSettlement) {
            losesSettlement = false;
            throw lost("settle");
        }
        takeTime();
        return result;
    }

    @Override
    public PreparedCompletion completeInTransaction(ClaimedRecord record) {
        if (conflicts) {
            conflicts = false;
            journal.happened(Happening.COMPLETION_CONFLICT);
            throw new CompletionConflictException("TEST-00002", "the lane of " + record + " is busy", null);
        }
        PreparedCompletion completion = super.completeInTransaction(record);
        return new PreparedCompletion() {
            @Override
            public void committed() {
                completion.committed();
            }

            @Override
            public void rolledBack() {
                if (commitsAllTheSame) {
                    commitsAllTheSame = false;
                    journal.happened(Happening.COMMIT_IN_DOUBT);
                    completion.committed();
                } else {
                    completion.rolledBack();
                }
            }
        };
    }

    @Override
    public boolean expand(ClaimedRecord record, Set<String> bindings) {
        failIfDown("expand");
        return super.expand(record, bindings);
    }

    /** In an order that is the same in each JVM. */
    @Override
    public Set<Integer> partitionsWithWork(Collection<Integer> partitions) {
        failIfDown("partitionsWithWork");
        return new TreeSet<>(super.partitionsWithWork(partitions));
    }

    private void takeTime() {
        if (isSlow() && time.maySleep()) {
            time.sleepDeafly(latency);
        }
    }

    private void failIfDown(String method) {
        if (failing.contains(method)) {
            journal.happened(Happening.STORE_FAILURE);
            throw new StoreDown(method + " fails");
        }
    }

    private StoreDown lost(String what) {
        journal.happened(Happening.LOST_ANSWER);
        return new StoreDown(what + " has no answer");
    }
}

package org.outboxee.relay.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.relay.simulation.Entry.State;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PreparedCompletion;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.StaleFencingTokenException;

/** Compares every answer of a store with the {@link Ledger}, and tells it what has changed. */
final class WatchedStore extends ForwardingStore {

    private final World world;
    private final Ledger ledger;
    private final Journal journal;
    private final WatchedClaims claims;
    private final WatchedSettlements settlements;

    WatchedStore(OutboxStore store, World world) {
        super(store);
        this.world = world;
        ledger = world.ledger();
        journal = world.journal();
        claims = new WatchedClaims(world);
        settlements = new WatchedSettlements(world);
    }

    @Override
    public Claim claim(PartitionLease lease, int limit, Duration duration) {
        try {
            Claim claim = super.claim(lease, limit, duration);
            claims.claimed(lease, limit, claim);
            return claim;
        } catch (StaleFencingTokenException e) {
            journal.happened(Happening.STALE_CLAIM);
            journal.check(!world.owners().owns(lease), Check.FENCE, () -> lease + " is refused, but the newest");
            throw e;
        }
    }

    @Override
    public void expireClaims(PartitionLease lease, long version) {
        super.expireClaims(lease, version);
        journal.check(world.owners().owns(lease), Check.FENCE, () -> lease + " has ended claims");
        journal.happened(Happening.CLAIM_OF_THE_DEAD, ledger.expireAll(lease.partition(), version));
    }

    @Override
    public SettleResult settle(Collection<? extends Settlement> given) {
        SettleResult result = super.settle(given);
        int applied = 0;
        for (Settlement settlement : given) {
            applied += settlements.settled(settlement) ? 1 : 0;
        }
        int expected = applied;
        journal.check(
                result.applied() == expected && result.ignored() == given.size() - expected,
                Check.TOKEN,
                () -> result + " instead of " + expected + " of " + given);
        return result;
    }

    @Override
    public PreparedCompletion completeInTransaction(ClaimedRecord record) {
        Entry entry = ledger.get(record.id());
        boolean carries = entry.carries(record.token());
        PreparedCompletion completion;
        try {
            completion = super.completeInTransaction(record);
        } catch (ClaimLostException e) {
            journal.happened(Happening.STALE_SETTLEMENT);
            journal.check(!carries, Check.TOKEN, () -> entry + " cannot be completed");
            throw e;
        }
        journal.check(carries, Check.TOKEN, () -> entry + " is completed by who has lost it");
        return new PreparedCompletion() {
            @Override
            public void committed() {
                completion.committed();
                journal.happened(Happening.COMPLETION_IN_TRANSACTION);
                ledger.delivered(entry, world.now());
            }

            @Override
            public void rolledBack() {
                completion.rolledBack();
                journal.happened(Happening.TRANSACTION_ROLLED_BACK);
            }
        };
    }

    @Override
    public boolean expand(ClaimedRecord record, Set<String> bindings) {
        Entry entry = ledger.get(record.id());
        boolean carries = entry.carries(record.token());
        boolean expanded = super.expand(record, bindings);
        journal.check(carries == expanded, Check.TOKEN, () -> entry + " was expanded: " + expanded);
        if (expanded) {
            journal.happened(Happening.EXPANSION);
            ledger.expanded(entry, record.key(), bindings);
        }
        return expanded;
    }

    @Override
    public boolean replay(RecordId id) {
        boolean replayed = super.replay(id);
        replayed(ledger.get(id), replayed);
        return replayed;
    }

    @Override
    public Page<RecordId> replay(RecordFilter filter, int limit, @Nullable String cursor) {
        Page<RecordId> page = super.replay(filter, limit, cursor);
        page.items().forEach(id -> replayed(ledger.get(id), true));
        return page;
    }

    private void replayed(Entry entry, boolean replayed) {
        boolean dead = entry.state == State.DEAD;
        journal.check(dead == replayed, Check.STORE, () -> entry + " was replayed: " + replayed);
        if (replayed) {
            ledger.replayed(entry, world.now());
        }
    }

    @Override
    public boolean discard(RecordId id) {
        Entry entry = ledger.get(id);
        boolean free = entry.state == State.PENDING || entry.state == State.DEAD;
        boolean discarded = super.discard(id);
        journal.check(free == discarded, Check.STORE, () -> entry + " was discarded: " + discarded);
        if (discarded) {
            journal.happened(Happening.DISCARD);
            ledger.gone(entry);
        }
        return discarded;
    }

    @Override
    public int purge(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit) {
        int purged = super.purge(partitions, deadBefore, limit);
        List<Entry> over = new ArrayList<>();
        for (Entry entry : ledger.entries()) {
            boolean dead = entry.state == State.DEAD && deadBefore != null && entry.ended.isBefore(deadBefore);
            boolean delivered = entry.state == State.DELIVERED && !entry.ended.isAfter(world.now());
            if ((dead || delivered) && partitions.contains(entry.partition)) {
                over.add(entry);
            }
        }
        journal.check(purged == over.size(), Check.STORE, () -> purged + " were purged instead of " + over);
        journal.happened(Happening.PURGE, purged);
        over.forEach(ledger::gone);
        return purged;
    }
}

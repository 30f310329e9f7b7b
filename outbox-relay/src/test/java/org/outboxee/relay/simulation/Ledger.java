package org.outboxee.relay.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.RecordId;
import org.outboxee.relay.simulation.Entry.State;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PartitionLease;

/** The records as they should be. What it is told must have happened; that it may happen is the callers' to check. */
final class Ledger {

    private final Map<RecordId, Entry> entries = new LinkedHashMap<>();
    private final Map<String, List<Entry>> lanes = new HashMap<>();
    private final Set<Entry> claimed = new LinkedHashSet<>();
    private final Duration kept;
    private long order;
    private long operations;
    private int open;

    /**
     * Without records.
     *
     * @param kept how long the store keeps what was delivered
     */
    Ledger(Duration kept) {
        this.kept = kept;
    }

    /** How many records are pending or claimed. */
    int open() {
        return open;
    }

    Collection<Entry> entries() {
        return entries.values();
    }

    @Nullable
    Entry find(RecordId id) {
        return entries.get(id);
    }

    Entry get(RecordId id) {
        return Objects.requireNonNull(entries.get(id), id::toString);
    }

    /** A message was committed. */
    void written(OutboxMessage message, Instant now) {
        order++;
        for (String binding : message.bindings()) {
            add(
                    new RecordId(message.id(), binding),
                    message.name(),
                    message.key(),
                    order,
                    message.availability().dueAt(now));
        }
    }

    private void add(RecordId id, String name, @Nullable String key, long place, Instant due) {
        String laneName = key == null ? id.toString() : id.binding() + ' ' + key;
        List<Entry> lane =
                key == null ? new ArrayList<>(1) : lanes.computeIfAbsent(laneName, unused -> new ArrayList<>());
        Entry entry = new Entry(id, name, place, laneName, lane, due);
        entries.put(id, entry);
        activate(entry);
    }

    private void activate(Entry entry) {
        entry.state = State.PENDING;
        entry.enterLane(++operations);
        open++;
    }

    /** The claims of former owners that have expired are over; returns how many. */
    int expire(PartitionLease lease, Instant now) {
        List<Entry> expired = new ArrayList<>();
        for (Entry entry : claimed) {
            if (entry.partition == lease.partition()
                    && entry.version < lease.version()
                    && !entry.expires.isAfter(now)) {
                expired.add(entry);
            }
        }
        for (Entry entry : expired) {
            entry.crashes++;
            pending(entry);
        }
        return expired.size();
    }

    /** The claims of a former version shall count as expired; returns how many. */
    int expireAll(int partition, long version) {
        int expired = 0;
        for (Entry entry : claimed) {
            if (entry.partition == partition && entry.version == version) {
                entry.expires = Instant.MIN;
                expired++;
            }
        }
        return expired;
    }

    void claimed(Entry entry, ClaimedRecord record, PartitionLease lease, Duration forward) {
        entry.state = State.CLAIMED;
        entry.partition = lease.partition();
        entry.token = record.token();
        entry.owner = lease.owner();
        entry.version = lease.version();
        entry.expires = record.leaseExpiresAt();
        entry.claimedAt = ++operations;
        entry.forwardAtClaim = forward;
        entry.succeeded = false;
        entry.failedForGood = false;
        claimed.add(entry);
    }

    /** How many records a node has claimed. */
    int claimedBy(String owner) {
        int count = 0;
        for (Entry entry : claimed) {
            if (entry.owner.equals(owner)) {
                count++;
            }
        }
        return count;
    }

    /** A claim of a record, and of what is behind it in its lane, is over without a result. */
    void givenBack(Entry entry, Instant due) {
        entry.tail().forEach(this::pending);
        pending(entry);
        entry.due = due;
    }

    private void pending(Entry entry) {
        entry.state = State.PENDING;
        claimed.remove(entry);
    }

    void delivered(Entry entry, Instant now) {
        end(entry, kept.isZero() ? State.GONE : State.DELIVERED);
        entry.ended = now.plus(kept);
    }

    void dead(Entry entry, int attempts, Instant now) {
        end(entry, State.DEAD);
        entry.attempts = attempts;
        entry.ended = now;
    }

    /** Discarded, or purged. */
    void gone(Entry entry) {
        if (entry.isOpen()) {
            end(entry, State.GONE);
        } else {
            entry.state = State.GONE;
        }
    }

    void replayed(Entry entry, Instant now) {
        entry.attempts = 0;
        entry.crashes = 0;
        entry.due = now;
        activate(entry);
    }

    void expanded(Entry entry, @Nullable String key, Set<String> bindings) {
        end(entry, State.GONE);
        for (String binding : bindings) {
            RecordId id = new RecordId(entry.id.messageId(), binding);
            if (!entries.containsKey(id)) {
                add(id, entry.name, key, entry.order, entry.due);
            }
        }
    }

    private void end(Entry entry, State state) {
        claimed.remove(entry);
        entry.state = state;
        entry.leaveLane();
        open--;
    }
}

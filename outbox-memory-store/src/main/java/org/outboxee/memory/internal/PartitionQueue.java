package org.outboxee.memory.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.spi.Claim;
import org.outboxee.spi.Failure;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.StaleFencingTokenException;

/**
 * The pending and claimed records of one partition, and its fencing token. Safe for any number of threads: every method
 * holds the monitor of this object, which guards its records, too, and nobody waits while holding it.
 */
final class PartitionQueue {

    private static final Comparator<StoredRecord> BY_AGE = Comparator.comparing(record -> record.age);
    private static final Comparator<StoredRecord> BY_EXPIRY = Comparator.<StoredRecord, Instant>comparing(
                    record -> stampOf(record).expiresAt())
            .thenComparing(BY_AGE);

    private final int partition;
    private final Map<LaneKey, Lane> lanes = new HashMap<>();
    private final FreeLanes free = new FreeLanes();
    private final NavigableSet<StoredRecord> pending = new TreeSet<>(BY_AGE);
    private final NavigableSet<StoredRecord> claims = new TreeSet<>(BY_EXPIRY);
    private final NavigableMap<Age, StoredRecord> dead = new TreeMap<>();
    private long version;
    private @Nullable String owner;

    private long lastSeq;
    private Instant lastKeyed = Instant.MIN;

    /** Where a message stands in its partition. */
    record Place(long seq, Instant createdAt) {}

    private record LaneKey(String binding, String key) {}

    PartitionQueue(int partition) {
        this.partition = partition;
    }

    synchronized PartitionLease acquire(String newOwner) {
        owner = newOwner;
        version++;
        return new PartitionLease(partition, newOwner, version);
    }

    synchronized void release(PartitionLease lease) {
        if (isNewest(lease)) {
            owner = null;
        }
    }

    private boolean isNewest(PartitionLease lease) {
        return lease.owner().equals(owner) && lease.version() == version;
    }

    /**
     * The place of the next message. Keyed messages get theirs while their unit of work holds the partition's append
     * lock, and never an earlier time than the one before, so both follow commit order.
     */
    synchronized Place nextPlace(boolean keyed, Instant now) {
        lastSeq++;
        if (!keyed) {
            return new Place(lastSeq, now);
        }
        if (now.isAfter(lastKeyed)) {
            lastKeyed = now;
        }
        return new Place(lastSeq, lastKeyed);
    }

    /** Makes records pending that were not in this queue. */
    synchronized void add(Collection<StoredRecord> records) {
        records.forEach(this::insert);
    }

    private void insert(StoredRecord record) {
        Lane lane = laneFor(record);
        free.remove(lane);
        lane.add(record);
        record.state = State.PENDING;
        pending.add(record);
        free.add(lane);
    }

    private Lane laneFor(StoredRecord record) {
        String key = record.message.key();
        return key == null
                ? new Lane()
                : lanes.computeIfAbsent(new LaneKey(record.id.binding(), key), unused -> new Lane());
    }

    /** See {@link org.outboxee.spi.OutboxStore#claim}. */
    synchronized Claim claim(PartitionLease lease, int limit, Duration duration, Instant now) {
        if (!isNewest(lease)) {
            throw new StaleFencingTokenException(lease);
        }
        if (limit <= 0) {
            return Claim.EMPTY;
        }
        recoverExpired(now);
        Selection selection = new Selection(free, now, limit);
        StoredRecord.Stamp stamp = new StoredRecord.Stamp(UUID.randomUUID().toString(), version, now.plus(duration));
        selection.chosen().forEach(record -> stamp(record, stamp));
        return new Claim(
                selection.chosen().stream().map(record -> record.claimed(stamp)).toList(), selection.more());
    }

    private void recoverExpired(Instant now) {
        List<StoredRecord> expired = claims.stream()
                .takeWhile(record -> !stampOf(record).expiresAt().isAfter(now))
                .filter(record -> stampOf(record).version() < version)
                .toList();
        for (StoredRecord record : expired) {
            unclaim(record);
            record.crashes++;
            free.add(laneOf(record));
        }
    }

    private void stamp(StoredRecord record, StoredRecord.Stamp stamp) {
        Lane lane = laneOf(record);
        free.remove(lane);
        lane.countClaimed(1);
        record.state = State.CLAIMED;
        record.stamp = stamp;
        claims.add(record);
        pending.remove(record);
    }

    /** Leaves the lane out of the index: the caller puts it back when all changes are made. */
    private void unclaim(StoredRecord record) {
        claims.remove(record);
        record.state = State.PENDING;
        record.stamp = null;
        laneOf(record).countClaimed(-1);
        pending.add(record);
    }

    /**
     * Makes a claimed record pending, and with it the younger ones of its lane that carry the same token.
     *
     * @param attempts how many failed attempts to add
     * @param due when it is due, {@code null} for as it was
     * @return false if the record does not carry the token
     */
    synchronized boolean giveBack(StoredRecord record, String token, int attempts, @Nullable Instant due) {
        if (!record.carries(token)) {
            return false;
        }
        Lane lane = laneOf(record);
        unclaim(record);
        lane.younger(record).stream().filter(tail -> tail.carries(token)).forEach(this::unclaim);
        record.attempts += attempts;
        if (due != null) {
            record.availableAt = due;
        }
        free.add(lane);
        return true;
    }

    /** Takes a claimed record out for good; false if it does not carry the token. */
    synchronized boolean complete(StoredRecord record, String token) {
        return remove(record, token, State.GONE);
    }

    /** Makes a claimed record a dead letter; false if it does not carry the token. */
    synchronized boolean bury(StoredRecord record, String token, int attempts, Failure failure) {
        if (!remove(record, token, State.DEAD)) {
            return false;
        }
        record.attempts = attempts;
        record.failure = failure;
        dead.put(record.age, record);
        return true;
    }

    /** Puts records in the place of a claimed one; false if it does not carry the token. */
    synchronized boolean replace(StoredRecord record, String token, Collection<StoredRecord> replacements) {
        if (!remove(record, token, State.GONE)) {
            return false;
        }
        replacements.forEach(this::insert);
        return true;
    }

    private boolean remove(StoredRecord record, String token, State next) {
        if (!record.carries(token)) {
            return false;
        }
        unclaim(record);
        detach(record);
        record.state = next;
        return true;
    }

    /** Takes a pending record out of its lane. */
    synchronized void detach(StoredRecord record) {
        Lane lane = laneOf(record);
        free.remove(lane);
        pending.remove(record);
        lane.remove(record);
        String key = record.message.key();
        if (key != null && lane.isEmpty()) {
            lanes.remove(new LaneKey(record.id.binding(), key));
        }
        free.add(lane);
    }

    /** Makes a dead letter pending again, in its old place; false if the record is not dead. */
    synchronized boolean replay(StoredRecord record, Instant now) {
        if (dead.remove(record.age) == null) {
            return false;
        }
        record.attempts = 0;
        record.crashes = 0;
        record.availableAt = now;
        insert(record);
        return true;
    }

    /** Takes a dead letter out for good; false if the record is not dead. */
    synchronized boolean discard(StoredRecord record) {
        if (dead.remove(record.age) == null) {
            return false;
        }
        record.state = State.GONE;
        return true;
    }

    /** Whether a lane's head is due or a claim has expired. */
    synchronized boolean mayHaveWork(Instant now) {
        return free.byAge(now).hasNext()
                || (!claims.isEmpty() && !stampOf(claims.first()).expiresAt().isAfter(now));
    }

    synchronized List<PendingRecord> oldestPending(int limit) {
        return pending.stream().limit(limit).map(StoredRecord::pending).toList();
    }

    synchronized OutboxCounts counts() {
        return new OutboxCounts(pending.size(), claims.size(), dead.size());
    }

    /** The oldest dead letters, from behind a place on. */
    synchronized List<Map.Entry<Age, DeadLetter>> deadAfter(@Nullable Age place, int limit) {
        Collection<StoredRecord> rest =
                place == null ? dead.values() : dead.tailMap(place, false).values();
        return rest.stream()
                .limit(limit)
                .map(record -> Map.entry(record.age, record.deadLetter()))
                .toList();
    }

    private static Lane laneOf(StoredRecord record) {
        return Objects.requireNonNull(record.lane, "a pending or claimed record has a lane");
    }

    private static StoredRecord.Stamp stampOf(StoredRecord record) {
        return Objects.requireNonNull(record.stamp, "a claimed record has a stamp");
    }
}

package org.outboxee.memory.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordSummary;
import org.outboxee.admin.StalledLane;
import org.outboxee.memory.internal.StoredRecord.Stamp;
import org.outboxee.spi.Claim;
import org.outboxee.spi.Failure;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionOwner;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.StaleFencingTokenException;

/**
 * The records of one partition, its fencing token and its counter. Safe for any number of threads: every method holds
 * the monitor of this object, which guards what is in it. Who waits for the end of a unit of work gives it up
 * meanwhile.
 */
final class PartitionQueue {

    /** Far above what a commit takes: reached only when a transaction hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final int partition;
    private final RecordIndex index = new RecordIndex();
    private final NavigableMap<Age, StoredRecord> dead = new TreeMap<>();
    private final NavigableMap<Age, StoredRecord> delivered = new TreeMap<>();
    private long version;
    private @Nullable String owner;
    private long lastSeq;
    private Instant lastKeyed = Instant.MIN;

    /** Where a message stands in its partition. */
    record Place(long seq, Instant createdAt) {}

    PartitionQueue(int partition) {
        this.partition = partition;
    }

    /** Takes the partition over unless its version is another; {@code null} if it is. */
    synchronized @Nullable PartitionLease takeOver(long seenVersion, String newOwner) {
        if (version != seenVersion) {
            return null;
        }
        owner = newOwner;
        version++;
        return new PartitionLease(partition, newOwner, version);
    }

    synchronized PartitionOwner owner() {
        return new PartitionOwner(partition, owner, version);
    }

    synchronized void release(PartitionLease lease) {
        if (isNewest(lease)) {
            owner = null;
        }
    }

    synchronized void handOver(PartitionLease lease, String newOwner) {
        if (isNewest(lease)) {
            takeOver(version, newOwner);
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
        records.forEach(index::insert);
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
        Selection selection = index.select(now, limit);
        Stamp stamp = new Stamp(UUID.randomUUID().toString(), version, now.plus(duration));
        selection.chosen().forEach(record -> index.claim(record, stamp));
        return new Claim(
                selection.chosen().stream().map(record -> record.claimed(stamp)).toList(), selection.more());
    }

    /** See {@link org.outboxee.spi.OutboxStore#expireClaims}. */
    synchronized void expireClaims(PartitionLease lease, long formerVersion) {
        if (!isNewest(lease)) {
            throw new StaleFencingTokenException(lease);
        }
        index.claimed()
                .filter(record -> RecordIndex.stampOf(record).version() == formerVersion)
                .toList()
                .forEach(index::expire);
    }

    private void recoverExpired(Instant now) {
        List<StoredRecord> expired = index.expired(now)
                .filter(record -> RecordIndex.stampOf(record).version() < version && !record.completing)
                .toList();
        for (StoredRecord record : expired) {
            record.crashes++;
            index.release(record, record.availableAt);
        }
    }

    /**
     * Makes a claimed record pending, and with it the younger ones of its lane that carry the same token.
     *
     * @param attempts how many failed attempts to add
     * @param due when it is due, {@code null} for as it was
     * @return false if the record does not carry the token
     */
    synchronized boolean giveBack(StoredRecord record, String token, int attempts, @Nullable Instant due) {
        if (!isClaimed(record, token)) {
            return false;
        }
        index.tail(record, token).forEach(tail -> index.release(tail, tail.availableAt));
        record.attempts += attempts;
        index.release(record, due == null ? record.availableAt : due);
        return true;
    }

    /** Takes a claimed record out for good; false if it does not carry the token. */
    synchronized boolean complete(StoredRecord record, String token) {
        if (!isClaimed(record, token)) {
            return false;
        }
        index.remove(record, State.GONE);
        return true;
    }

    /**
     * Keeps a claimed record as it is until {@link #endCompletion}; false if it does not carry the token, or is kept
     * already.
     */
    synchronized boolean beginCompletion(StoredRecord record, String token) {
        if (record.completing || !record.carries(token)) {
            return false;
        }
        record.completing = true;
        return true;
    }

    /** Lets go of a claimed record, and does something with it before anybody else can. */
    synchronized void endCompletion(StoredRecord record, Runnable outcome) {
        record.completing = false;
        outcome.run();
        notifyAll();
    }

    /**
     * Whether a record carries a token, once no unit of work that may complete it is under way.
     *
     * @throws OutboxStoreException if such a one does not end, or the thread is interrupted
     */
    private boolean isClaimed(StoredRecord record, String token) {
        long start = System.nanoTime();
        for (long left = PATIENCE.toNanos(); record.completing && record.carries(token); ) {
            if (left <= 0) {
                throw undecided(record, "has not ended within " + PATIENCE.toSeconds() + " s", null);
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw undecided(record, "had not ended when the thread was interrupted", e);
            }
            left = PATIENCE.toNanos() - (System.nanoTime() - start);
        }
        return record.carries(token);
    }

    private static OutboxStoreException undecided(StoredRecord record, String what, @Nullable Throwable cause) {
        return new OutboxStoreException(
                "OUTBOX-04006",
                "The transaction in which " + record.id + " completes " + what + ", so it cannot be settled yet; try"
                        + " again",
                cause);
    }

    /** Keeps a claimed record as a delivered one until a time; false if it does not carry the token. */
    synchronized boolean keep(StoredRecord record, String token, Instant now, Instant until, boolean content) {
        if (!isClaimed(record, token)) {
            return false;
        }
        index.remove(record, State.DELIVERED);
        record.ended = now;
        record.until = until;
        if (!content) {
            record.dropContent();
        }
        delivered.put(record.age, record);
        return true;
    }

    /** A failed attempt: as {@link #giveBack}, and remembers why. */
    synchronized boolean fail(StoredRecord record, String token, Failure failure, Instant now, Instant due) {
        if (!giveBack(record, token, 1, due)) {
            return false;
        }
        record.failures.add(record.attempts, now, failure);
        return true;
    }

    /** Makes a claimed record a dead letter; false if it does not carry the token. */
    synchronized boolean bury(StoredRecord record, String token, int attempts, Failure failure, Instant now) {
        if (!isClaimed(record, token)) {
            return false;
        }
        index.remove(record, State.DEAD);
        record.attempts = attempts;
        record.failures.add(attempts, now, failure);
        record.ended = now;
        dead.put(record.age, record);
        return true;
    }

    /** Puts records in the place of a claimed one; false if it does not carry the token. */
    synchronized boolean replace(StoredRecord record, String token, Collection<StoredRecord> replacements) {
        if (!complete(record, token)) {
            return false;
        }
        replacements.forEach(index::insert);
        return true;
    }

    /** Takes a pending record out, whoever holds its token. */
    synchronized void detach(StoredRecord record) {
        index.remove(record, State.GONE);
    }

    /** Makes a dead letter pending again, in its old place; false if the record is not dead. */
    synchronized boolean replay(StoredRecord record, Instant now) {
        if (dead.remove(record.age) == null) {
            return false;
        }
        record.attempts = 0;
        record.crashes = 0;
        record.availableAt = now;
        record.failures.replayed();
        index.insert(record);
        return true;
    }

    /** Takes a dead or pending record out for good; false if it is neither. */
    synchronized boolean discard(StoredRecord record) {
        if (dead.remove(record.age) != null) {
            record.state = State.GONE;
            return true;
        }
        if (record.state != State.PENDING) {
            return false;
        }
        index.remove(record, State.GONE);
        return true;
    }

    /**
     * Takes some of the kept records out whose time is over. Of delivered ones whose id is remembered for longer, the
     * content is.
     *
     * @param ids how long ids are remembered
     * @return those that were changed; the state of those that are out is {@link State#GONE}
     */
    synchronized List<StoredRecord> purge(Instant now, Duration ids, @Nullable Instant deadBefore, int limit) {
        List<StoredRecord> over = Stream.concat(
                        delivered.values().stream().filter(record -> !record.until.isAfter(now)),
                        dead.values().stream()
                                .filter(record -> deadBefore != null && record.ended.isBefore(deadBefore)))
                .limit(limit)
                .toList();
        for (StoredRecord record : over) {
            Instant free = record.ended.plus(ids);
            if (record.state == State.DELIVERED && record.message.idRemembered() && free.isAfter(now)) {
                record.dropContent();
                record.until = free;
            } else {
                delivered.remove(record.age);
                dead.remove(record.age);
                record.state = State.GONE;
            }
        }
        return over;
    }

    /** Whether a lane's head is due or a claim has expired. */
    synchronized boolean mayHaveWork(Instant now) {
        return index.hasDue(now) || index.expired(now).findAny().isPresent();
    }

    synchronized List<PendingRecord> oldestPending(int limit) {
        return index.pending().limit(limit).map(StoredRecord::pending).toList();
    }

    synchronized OutboxCounts counts() {
        return new OutboxCounts(index.pendingCount(), index.claimedCount(), dead.size(), delivered.size());
    }

    synchronized Optional<Instant> oldestPending() {
        return index.pending().findFirst().map(record -> record.age.createdAt());
    }

    /** The oldest records that a condition holds for, from behind a place on. */
    synchronized List<Map.Entry<Age, RecordSummary>> search(
            Predicate<RecordSummary> wanted, @Nullable Age place, int limit) {
        return Stream.of(index.pending(), index.claimed(), dead.values().stream(), delivered.values().stream())
                .flatMap(records -> records)
                .filter(record -> place == null || record.age.compareTo(place) > 0)
                .map(record -> Map.entry(record.age, record.summary()))
                .filter(entry -> wanted.test(entry.getValue()))
                .sorted(Map.Entry.comparingByKey())
                .limit(limit)
                .toList();
    }

    /** Shows a record that is or was of this queue; empty if nobody can see it. */
    synchronized Optional<RecordDetails> details(StoredRecord record) {
        return record.state == State.PREPARED || record.state == State.GONE
                ? Optional.empty()
                : Optional.of(record.details());
    }

    /** The lanes whose head has failed or whose claim has expired. */
    synchronized List<StalledLane> stalledLanes(Instant now) {
        Map<Lane, StoredRecord> heads = new HashMap<>();
        Stream.concat(index.pending().filter(record -> record.attempts > 0 && !record.isDue(now)), index.expired(now))
                .filter(record -> record.message.key() != null)
                .forEach(record -> heads.merge(
                        RecordIndex.laneOf(record),
                        record,
                        (one, other) -> one.age.seq() < other.age.seq() ? one : other));
        return heads.values().stream()
                .map(record -> new StalledLane(record.summary(), index.behind(record, StalledLane.MAX_BEHIND)))
                .toList();
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
}

package org.outboxee.memory.internal;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.outboxee.memory.internal.StoredRecord.Stamp;

/**
 * The pending and claimed records of one partition, by age, by lane and by the end of their claim. Each operation costs
 * the logarithm of the number of records. Guarded by the monitor of its {@link PartitionQueue}.
 */
final class RecordIndex {

    private static final Comparator<StoredRecord> BY_AGE = Comparator.comparing(record -> record.age);
    private static final Comparator<StoredRecord> BY_EXPIRY = Comparator.<StoredRecord, Instant>comparing(
                    record -> stampOf(record).expiresAt())
            .thenComparing(BY_AGE);

    private final Map<LaneKey, Lane> lanes = new HashMap<>();
    private final FreeLanes free = new FreeLanes();
    private final NavigableSet<StoredRecord> pending = new TreeSet<>(BY_AGE);
    private final NavigableSet<StoredRecord> claimed = new TreeSet<>(BY_EXPIRY);

    private record LaneKey(String binding, String key) {}

    /** Adds a record that is pending from now on. */
    void insert(StoredRecord record) {
        String key = record.message.key();
        Lane lane = key == null
                ? new Lane()
                : lanes.computeIfAbsent(new LaneKey(record.id.binding(), key), unused -> new Lane());
        free.remove(lane);
        lane.add(record);
        record.lane = lane;
        record.state = State.PENDING;
        pending.add(record);
        free.add(lane);
    }

    /** Takes a record out, claimed or not. */
    void remove(StoredRecord record, State next) {
        if (record.state == State.CLAIMED) {
            unclaim(record);
        }
        Lane lane = laneOf(record);
        free.remove(lane);
        pending.remove(record);
        lane.remove(record);
        record.lane = null;
        record.state = next;
        String key = record.message.key();
        if (key != null && lane.isEmpty()) {
            lanes.remove(new LaneKey(record.id.binding(), key));
        }
        free.add(lane);
    }

    /** What can be claimed at a time, oldest first. */
    Selection select(Instant now, int limit) {
        return new Selection(free, now, limit);
    }

    /** Makes a pending record claimed. */
    void claim(StoredRecord record, Stamp stamp) {
        Lane lane = laneOf(record);
        free.remove(lane);
        pending.remove(record);
        lane.claim(record);
        record.state = State.CLAIMED;
        record.stamp = stamp;
        claimed.add(record);
    }

    /** Ends a claim before its time; the record stays claimed. */
    void expire(StoredRecord record) {
        claimed.remove(record);
        Stamp stamp = stampOf(record);
        record.stamp = new Stamp(stamp.token(), stamp.version(), Instant.MIN);
        claimed.add(record);
    }

    /** Makes a claimed record pending. */
    void release(StoredRecord record, Instant due) {
        Lane lane = laneOf(record);
        unclaim(record);
        record.availableAt = due;
        free.add(lane);
    }

    private void unclaim(StoredRecord record) {
        claimed.remove(record);
        laneOf(record).unclaim(record);
        record.stamp = null;
        record.state = State.PENDING;
        pending.add(record);
    }

    /** The younger records of its lane that carry the same token. */
    List<StoredRecord> tail(StoredRecord record, String token) {
        return laneOf(record).tail(record, token);
    }

    /** Whether the head of a lane without a claimed record is due. */
    boolean hasDue(Instant now) {
        return free.byAge(now).hasNext();
    }

    /** The claimed records whose claim has expired. */
    Stream<StoredRecord> expired(Instant now) {
        return claimed.stream().takeWhile(record -> !stampOf(record).expiresAt().isAfter(now));
    }

    /** The pending records, oldest first. */
    Stream<StoredRecord> pending() {
        return pending.stream();
    }

    /** The claimed records. */
    Stream<StoredRecord> claimed() {
        return claimed.stream();
    }

    /** How many records of its lane are younger, as far as a bound. */
    int behind(StoredRecord record, int atMost) {
        return laneOf(record).younger(record, atMost);
    }

    int pendingCount() {
        return pending.size();
    }

    int claimedCount() {
        return claimed.size();
    }

    static Lane laneOf(StoredRecord record) {
        return Objects.requireNonNull(record.lane, "a pending or claimed record has a lane");
    }

    static Stamp stampOf(StoredRecord record) {
        return Objects.requireNonNull(record.stamp, "a claimed record has a stamp");
    }
}

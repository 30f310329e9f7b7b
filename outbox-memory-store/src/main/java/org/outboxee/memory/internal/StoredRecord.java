package org.outboxee.memory.internal;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordSummary;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PendingRecord;

/**
 * One record. What changes is guarded by the monitor of its {@link PartitionQueue}; the state may be read by anyone.
 */
final class StoredRecord {

    final RecordId id;
    final int partition;
    final Age age;
    OutboxMessage message;

    volatile State state = State.PREPARED;
    Instant availableAt;
    int attempts;
    int crashes;

    /** Claimed, and about to be delivered by a unit of work that has not ended. */
    boolean completing;

    /** When it was delivered or became dead. */
    Instant ended = Instant.MAX;

    /** Until when it is kept as it is after the delivery. */
    Instant until = Instant.MAX;

    Failures failures = new Failures();

    @Nullable
    Stamp stamp;

    @Nullable
    Lane lane;

    StoredRecord(OutboxMessage message, String binding, int partition, PartitionQueue.Place place, Instant due) {
        this.id = new RecordId(message.id(), binding);
        this.partition = partition;
        this.age = new Age(place.createdAt(), place.seq(), id);
        this.message = message;
        this.availableAt = due;
    }

    /** What a claim stamps on a record. */
    record Stamp(String token, long version, Instant expiresAt) {}

    /** The same message, place and times for another binding. */
    StoredRecord forBinding(String binding) {
        return new StoredRecord(
                message, binding, partition, new PartitionQueue.Place(age.seq(), age.createdAt()), availableAt);
    }

    boolean isDue(Instant now) {
        return !availableAt.isAfter(now);
    }

    boolean carries(String token) {
        return stamp != null && stamp.token().equals(token);
    }

    /** With a copy of the payload. */
    ClaimedRecord claimed(Stamp claim) {
        return new ClaimedRecord(
                id,
                partition,
                age.seq(),
                message.name(),
                message.key(),
                message.payload().clone(),
                message.headers(),
                age.createdAt(),
                attempts,
                crashes,
                claim.token(),
                claim.expiresAt(),
                id);
    }

    PendingRecord pending() {
        return new PendingRecord(
                id, age.seq(), message.name(), message.key(), age.createdAt(), availableAt, attempts, crashes);
    }

    DeadLetter deadLetter() {
        return new DeadLetter(
                id, message.name(), message.key(), message.headers(), attempts, failures.error(), age.createdAt());
    }

    RecordSummary summary() {
        return new RecordSummary(
                id,
                message.name(),
                message.key(),
                state.shown(),
                partition,
                age.seq(),
                age.createdAt(),
                availableAt,
                attempts,
                crashes,
                failures.error());
    }

    RecordDetails details() {
        return new RecordDetails(summary(), message.headers(), failures.history(), failures.stack());
    }

    /** What only a delivery needs is not kept after it. */
    void dropContent() {
        failures = new Failures();
        message = new OutboxMessage(
                message.id(),
                message.name(),
                message.key(),
                new byte[0],
                Map.of(),
                message.availability(),
                message.bindings(),
                message.idRemembered());
    }
}

package org.outboxee.admin;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks into an outbox and decides about its dead letters. Injectable as a CDI bean.
 *
 * <p><b>Transaction context.</b> Every method works in a transaction of its own and leaves the caller's alone: a replay
 * is not undone by the caller's rollback. <b>Thread-safety.</b> Safe for any number of threads.
 */
public interface OutboxAdmin {

    /** The most records that one page may have. */
    int MAX_LIMIT = 1000;

    /** Counts the records by state. Its cost may grow with the number of records: for people, not for polling. */
    OutboxCounts counts();

    /**
     * How long the oldest pending message has been waiting, by the store's clock; empty when nothing is pending. Its
     * cost may grow with the number of records.
     */
    Optional<Duration> oldestAge();

    /**
     * Lists records, oldest message first. Its cost may grow with the number of records in the states of the filter.
     *
     * @param filter which ones
     * @param limit the most to return, 1 to {@value #MAX_LIMIT}
     * @param cursor {@link Page#next()} of the page before, or {@code null} for the first page
     * @throws IllegalArgumentException if the limit is out of range or the cursor is not one of this list's
     */
    Page<RecordSummary> search(RecordFilter filter, int limit, @Nullable String cursor);

    /** Shows one record with its failed attempts; empty if there is none. */
    Optional<RecordDetails> find(RecordId id);

    /**
     * Shows ordering keys that are held up by their oldest message, which has failed and waits for its next attempt, or
     * was claimed by a node that is gone. {@link #discard} of that message lets the others go on.
     *
     * @param limit the most to return, 1 to {@value #MAX_LIMIT}; oldest message first
     * @throws IllegalArgumentException if the limit is out of range
     */
    List<StalledLane> stalledLanes(int limit);

    /**
     * Lists dead letters, oldest message first.
     *
     * @param limit the most to return, 1 to {@value #MAX_LIMIT}
     * @param cursor {@link Page#next()} of the page before, or {@code null} for the first page
     * @throws IllegalArgumentException if the limit is out of range or the cursor is not one of this list's
     */
    Page<DeadLetter> deadLetters(int limit, @Nullable String cursor);

    /**
     * Makes a dead letter pending again, with no failed attempts. Its place among the messages of its ordering key is
     * the old one: it is delivered before the younger ones that still wait.
     *
     * @return false when the record is not a dead letter (never was, was delivered, replayed or discarded meanwhile)
     */
    boolean replay(RecordId id);

    /**
     * Replays every dead letter that a filter matches, in many small transactions and with memory for one of them;
     * those of one ordering key in their order. Deliveries begin while it runs. A failure ends it: what was replayed
     * stays so, and the same call again replays the rest.
     *
     * @param filter which ones; its states do not matter
     * @return how many were replayed
     */
    long replayAll(RecordFilter filter);

    /**
     * Deletes a dead letter, or a message that is pending, for good. The messages behind it go on. Its id is free
     * again.
     *
     * @param id the record
     * @param reason why, for the log; not blank
     * @return false when the record is claimed at this moment, delivered or not there; nothing is deleted then
     * @throws IllegalArgumentException if the reason is blank
     */
    boolean discard(RecordId id, String reason);
}

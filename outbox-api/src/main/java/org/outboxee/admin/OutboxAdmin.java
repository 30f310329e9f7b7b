package org.outboxee.admin;

import org.jspecify.annotations.Nullable;

/**
 * Looks into an outbox and decides about its dead letters. Injectable as a CDI bean.
 *
 * <p><b>Transaction context.</b> Every method works in a transaction of its own and leaves the caller's alone: a replay
 * is not undone by the caller's rollback. <b>Thread-safety.</b> Safe for any number of threads.
 */
public interface OutboxAdmin {

    /** Counts the records by state. Its cost may grow with the number of records: for people, not for polling. */
    OutboxCounts counts();

    /**
     * Lists dead letters, oldest message first.
     *
     * @param limit the most to return, 1 to 1000
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
     * Deletes a dead letter for good.
     *
     * @param id the record
     * @param reason why, for the log; not blank
     * @return false when the record is not a dead letter; nothing is deleted then
     * @throws IllegalArgumentException if the reason is blank
     */
    boolean discard(RecordId id, String reason);
}

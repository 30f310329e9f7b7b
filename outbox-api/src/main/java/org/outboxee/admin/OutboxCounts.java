package org.outboxee.admin;

/**
 * How many records are in each state.
 *
 * @param pending waiting, including those whose time has not come
 * @param claimed held by a node that delivers or is about to deliver them
 * @param dead dead letters
 * @param delivered delivered and kept
 */
public record OutboxCounts(long pending, long claimed, long dead, long delivered) {

    /** Counts without a delivered record. */
    public OutboxCounts(long pending, long claimed, long dead) {
        this(pending, claimed, dead, 0);
    }
}

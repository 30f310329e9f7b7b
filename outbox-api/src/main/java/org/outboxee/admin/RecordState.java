package org.outboxee.admin;

/** What a record is doing. */
public enum RecordState {
    /** Waiting: for a claim, for its time, for its retry, or for an older message of its ordering key. */
    PENDING,
    /** Held by a node that delivers it or is about to. */
    CLAIMED,
    /** Delivered and kept: {@code outbox.retention.delivered}, {@code outbox.retention.ids}. */
    DELIVERED,
    /** Not delivered again unless it is replayed. */
    DEAD
}

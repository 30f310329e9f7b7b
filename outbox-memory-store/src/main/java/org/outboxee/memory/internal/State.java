package org.outboxee.memory.internal;

/** What a stored record is doing. */
enum State {
    /** Appended in a unit of work that has not ended: only its id is taken. */
    PREPARED,
    PENDING,
    CLAIMED,
    DEAD,
    /** Delivered, discarded, expanded or rolled back. */
    GONE
}

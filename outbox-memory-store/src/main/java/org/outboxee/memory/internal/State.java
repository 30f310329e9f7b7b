package org.outboxee.memory.internal;

import org.outboxee.admin.RecordState;

/** What a stored record is doing. */
enum State {
    /** Appended in a unit of work that has not ended: only its id is taken. */
    PREPARED,
    PENDING,
    CLAIMED,
    DEAD,
    /** Delivered and kept. */
    DELIVERED,
    /** Delivered, discarded, expanded or rolled back. */
    GONE;

    /** As others see it. */
    RecordState shown() {
        return switch (this) {
            case PENDING -> RecordState.PENDING;
            case CLAIMED -> RecordState.CLAIMED;
            case DEAD -> RecordState.DEAD;
            case DELIVERED -> RecordState.DELIVERED;
            case PREPARED, GONE -> throw new IllegalStateException(this + " is seen by nobody");
        };
    }
}

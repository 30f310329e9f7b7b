package org.outboxee.spi;

import java.time.Duration;
import java.time.Instant;

/** When a new message becomes due, by the store's clock. */
public sealed interface Availability {

    /** Due at once. */
    record Now() implements Availability {}

    /** Due this long after it was written. */
    record After(Duration delay) implements Availability {}

    /** Due at this instant; at once if it is in the past. */
    record At(Instant instant) implements Availability {}

    /** The due time of a message written at {@code now}. */
    default Instant dueAt(Instant now) {
        if (this instanceof After after) {
            return now.plus(after.delay());
        }
        if (this instanceof At at) {
            return at.instant();
        }
        return now;
    }
}

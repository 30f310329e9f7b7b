package org.outboxee.spi;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** When a new message becomes due, by the store's clock. {@link org.outboxee.EmitOptions} bounds the times. */
public sealed interface Availability {

    /** Due at once. */
    record Now() implements Availability {}

    /** Due this long after it was written. */
    record After(Duration delay) implements Availability {}

    /** Due at this instant; at once if it is in the past. */
    record At(Instant instant) implements Availability {}

    /**
     * The due time of a message written at {@code now}. It is never earlier than what was asked for, fits into
     * milliseconds since 1970, and has no finer part than {@code now}.
     */
    default Instant dueAt(Instant now) {
        if (this instanceof After after) {
            return now.plus(roundedUp(after.delay()));
        }
        if (this instanceof At at) {
            // So long ago that it means at once, and that the milliseconds since 1970 may overflow.
            Duration sinceEpoch = Duration.between(Instant.EPOCH, at.instant());
            return sinceEpoch.isNegative() ? Instant.EPOCH : Instant.EPOCH.plus(roundedUp(sinceEpoch));
        }
        return now;
    }

    private static Duration roundedUp(Duration duration) {
        Duration rounded = duration.truncatedTo(ChronoUnit.MILLIS);
        return rounded.equals(duration) ? rounded : rounded.plusMillis(1);
    }
}

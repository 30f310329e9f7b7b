package org.outboxee.spi;

import java.time.Duration;

/**
 * How long delivered records are kept.
 *
 * @param delivered every one, whole ({@code outbox.retention.delivered}); zero deletes it at once
 * @param ids those whose id the caller chose ({@code outbox.retention.ids}), so that the id stays taken; once
 *     {@code delivered} is over, without payload, headers and errors. Zero forgets it at once
 */
public record Retention(Duration delivered, Duration ids) {

    /** Keeps nothing. */
    public static final Retention NONE = new Retention(Duration.ZERO, Duration.ZERO);

    /** How long a delivered record is kept as it is; zero: not at all. */
    public Duration of(boolean idRemembered) {
        return keepsContent() || !idRemembered ? delivered : ids;
    }

    /** Whether payload and headers of a delivered record are kept with it. */
    public boolean keepsContent() {
        return !delivered.isZero();
    }
}

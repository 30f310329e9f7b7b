package org.outboxee;

import java.io.Serial;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler that knows when a retry makes sense, such as after a rate limit. The attempt counts as failed;
 * the next one starts no earlier than the given time, which the relay spreads upward by up to 50 %.
 */
public class RetryAfterException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The shortest time until the next attempt. */
    private final Duration retryAfter;

    /**
     * A failure to retry after a time.
     *
     * @param retryAfter the shortest time until the next attempt; zero or more
     * @param message what happened; kept with the record
     * @throws IllegalArgumentException if {@code retryAfter} is negative
     */
    public RetryAfterException(Duration retryAfter, String message) {
        this(retryAfter, message, null);
    }

    /**
     * A failure to retry after a time, with its cause.
     *
     * @param retryAfter the shortest time until the next attempt; zero or more
     * @param message what happened; kept with the record
     * @param cause what caused it
     * @throws IllegalArgumentException if {@code retryAfter} is negative
     */
    public RetryAfterException(Duration retryAfter, String message, @Nullable Throwable cause) {
        super(message, cause);
        if (retryAfter.isNegative()) {
            throw new IllegalArgumentException("retryAfter is " + retryAfter + "; allowed is zero or more");
        }
        this.retryAfter = retryAfter;
    }

    /** The shortest time until the next attempt. */
    public Duration retryAfter() {
        return retryAfter;
    }
}

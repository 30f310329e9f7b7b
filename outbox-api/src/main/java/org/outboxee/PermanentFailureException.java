package org.outboxee;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler when no retry can help: the message becomes a dead letter at once, whatever the number of
 * attempts, and the next message of its ordering key follows.
 */
public class PermanentFailureException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** A permanent failure; the message is kept with the dead letter. */
    public PermanentFailureException(String message) {
        super(message);
    }

    /** A permanent failure with its cause. */
    public PermanentFailureException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

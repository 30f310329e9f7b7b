package org.outboxee.spi;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A record could not be completed in its handler's transaction, since other transactions changed its lane at the same
 * time. Nobody is to blame: a new delivery, in a new transaction, may well succeed.
 */
public class CompletionConflictException extends OutboxStoreException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id, a message and its cause. */
    public CompletionConflictException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}

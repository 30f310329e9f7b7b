package org.outboxee;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An emit was made where no transaction is active. Nothing was written. */
public class NoTransactionException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id and a message. */
    public NoTransactionException(String code, String message) {
        super(code, message);
    }

    /** An exception with an id, a message and its cause. */
    public NoTransactionException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}

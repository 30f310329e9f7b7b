package org.outboxee;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An emit was made in a transaction that can only roll back. Nothing was written. */
public class RollbackOnlyException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id and a message. */
    public RollbackOnlyException(String code, String message) {
        super(code, message);
    }

    /** An exception with an id, a message and its cause. */
    public RollbackOnlyException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}

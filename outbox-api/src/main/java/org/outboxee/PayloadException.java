package org.outboxee;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A payload could not be turned into bytes (at emit: nothing was written, the transaction stays usable) or back into an
 * object (at delivery: a failed attempt, the stored bytes stay as they are).
 */
public class PayloadException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id and a message. */
    public PayloadException(String code, String message) {
        super(code, message);
    }

    /** An exception with an id, a message and its cause. */
    public PayloadException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}

package org.outboxee;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The base of the exceptions that the outbox throws. Each message starts with an id such as {@code OUTBOX-01001} that
 * stays the same across releases.
 */
public class OutboxException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The id, such as {@code OUTBOX-01001}. */
    private final String code;

    /** An exception with an id and a message that names the thing, the value, and what is allowed. */
    public OutboxException(String code, String message) {
        this(code, message, null);
    }

    /** An exception with an id, a message and its cause. */
    public OutboxException(String code, String message, @Nullable Throwable cause) {
        super(code + ": " + message, cause);
        this.code = code;
    }

    /** The id at the start of the message, such as {@code OUTBOX-01001}. */
    public String code() {
        return code;
    }
}

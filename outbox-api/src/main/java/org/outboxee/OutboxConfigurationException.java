package org.outboxee;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A setting or a handler cannot be used. The message names the key, the value and what is allowed. */
public class OutboxConfigurationException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id and a message. */
    public OutboxConfigurationException(String code, String message) {
        super(code, message);
    }

    /** An exception with an id, a message and its cause. */
    public OutboxConfigurationException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}

package org.outboxee;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A message id is already in this outbox, for the same binding. */
public class DuplicateMessageException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id and a message. */
    public DuplicateMessageException(String code, String message) {
        super(code, message);
    }

    /** An exception with an id, a message and its cause. */
    public DuplicateMessageException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}

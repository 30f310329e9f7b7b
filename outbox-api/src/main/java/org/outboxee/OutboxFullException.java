package org.outboxee;

import java.io.Serial;

/**
 * More messages wait than {@code outbox.max-depth} allows; nothing was written. The transaction can go on without the
 * message, or roll back and be tried again when the relay has caught up.
 */
public class OutboxFullException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id and a message. */
    public OutboxFullException(String code, String message) {
        super(code, message);
    }
}

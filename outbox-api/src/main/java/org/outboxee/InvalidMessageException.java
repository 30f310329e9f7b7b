package org.outboxee;

import java.io.Serial;

/**
 * A part of a message is empty, malformed or longer than the store allows. Nothing was written; the transaction stays
 * usable.
 */
public class InvalidMessageException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id and a message. */
    public InvalidMessageException(String code, String message) {
        super(code, message);
    }
}

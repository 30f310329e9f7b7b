package org.outboxee;

import java.io.Serial;

/** An emit was made in a transaction that can only roll back. Nothing was written. */
public class RollbackOnlyException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id and a message. */
    public RollbackOnlyException(String code, String message) {
        super(code, message);
    }
}

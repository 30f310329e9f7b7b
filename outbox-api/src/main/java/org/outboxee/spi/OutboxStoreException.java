package org.outboxee.spi;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxException;

/** A store could not do what was asked of it; nothing was changed. Trying again may help. */
public class OutboxStoreException extends OutboxException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with an id, a message and its cause. */
    public OutboxStoreException(String code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}

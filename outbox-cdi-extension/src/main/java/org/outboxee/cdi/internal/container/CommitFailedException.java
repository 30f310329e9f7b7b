package org.outboxee.cdi.internal.container;

import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxException;
import org.outboxee.spi.OutboxStoreException;

/** A transaction of our own did not commit, although its work went well. */
public final class CommitFailedException extends OutboxStoreException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An exception with what the container said. */
    public CommitFailedException(String reason, @Nullable Throwable cause) {
        super("OUTBOX-05046", "A transaction of the outbox could not commit, so nothing was changed: " + reason, cause);
    }

    /** Why the append of messages failed, if that is what kept the transaction from committing. */
    public Optional<OutboxException> failedAppend() {
        for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof OutboxException failure) {
                return Optional.of(failure);
            }
        }
        return Optional.empty();
    }
}

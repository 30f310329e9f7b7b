package org.outboxee.relay.simulation;

import java.io.Serial;
import org.outboxee.spi.OutboxStoreException;

/** The store fails. Without a stack trace, since that costs more than all the rest. */
final class StoreDown extends OutboxStoreException {

    @Serial
    private static final long serialVersionUID = 1L;

    StoreDown(String what) {
        super("TEST-00001", what + ", as the course wants it", null);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}

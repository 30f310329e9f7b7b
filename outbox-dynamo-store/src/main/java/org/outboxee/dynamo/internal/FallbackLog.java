package org.outboxee.dynamo.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/** Says once that claims read whole partitions. Safe for any number of threads. */
final class FallbackLog {

    private static final Logger LOG = System.getLogger("org.outboxee.dynamo");

    private final AtomicBoolean said = new AtomicBoolean();

    void first(int partition) {
        if (said.compareAndSet(false, true)) {
            LOG.log(
                    Level.INFO,
                    "OUTBOX-06020: Partition " + partition + " has messages with ordering keys, so claims read it"
                            + " whole rather than the index, which may show them out of order. The cost of a claim"
                            + " grows with the backlog; the layout \"age\" has claims whose cost does not");
        }
    }
}

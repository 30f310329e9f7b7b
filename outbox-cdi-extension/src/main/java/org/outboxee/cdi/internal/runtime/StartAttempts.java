package org.outboxee.cdi.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.outboxee.cdi.internal.config.OutboxConfig;
import org.outboxee.cdi.internal.container.ContainerServices;
import org.outboxee.spi.OutboxStoreException;

/** Tries the start again while the store does not answer, after 1, 2, 4 ... 32 seconds. Guarded by its user's lock. */
final class StartAttempts {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");
    private static final int MOST_DOUBLINGS = 5;

    private int failed;
    private @Nullable Future<?> next;

    /** The start failed: says so and schedules the next one. */
    void again(OutboxConfig config, Runnable start, OutboxStoreException failure) {
        long seconds = 1L << Math.min(failed, MOST_DOUBLINGS);
        failed++;
        LOG.log(
                Level.WARNING,
                "OUTBOX-05054: The store of outbox " + config.name() + " does not answer, so nothing is delivered and"
                        + " emits fail; the next attempt is in " + seconds + " s. The cause tells why: " + failure,
                failure);
        next = ContainerServices.scheduledExecutor(config.scheduledExecutor())
                .schedule(start, seconds, TimeUnit.SECONDS);
    }

    /** The application stops. */
    void end() {
        if (next != null) {
            next.cancel(false);
        }
    }
}

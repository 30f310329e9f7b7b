package org.outboxee.dynamo.internal;

import java.util.concurrent.ThreadLocalRandom;
import org.outboxee.spi.OutboxStoreException;

/** Waits between attempts, each time for longer and by chance, and ends the attempts. Used by one thread. */
final class Pause {

    private static final int ATTEMPTS = 12;
    private static final long LONGEST_MILLIS = 500;

    private final int most;
    private int attempts;

    Pause() {
        this(ATTEMPTS);
    }

    Pause(int most) {
        this.most = most;
    }

    /** @throws OutboxStoreException if there were enough attempts, or the thread is interrupted */
    void next(String what) {
        attempts++;
        if (attempts >= most) {
            throw new OutboxStoreException(
                    "OUTBOX-06003",
                    "Contention or throttling kept " + what + " from getting through in " + ATTEMPTS
                            + " attempts; nothing was changed by it. It is tried again later",
                    null);
        }
        try {
            Thread.sleep(ThreadLocalRandom.current()
                    .nextLong(1, Math.min(LONGEST_MILLIS, 4L << Math.min(attempts, 10))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutboxStoreException("OUTBOX-06002", "Interrupted while " + what + " was retried", e);
        }
    }
}

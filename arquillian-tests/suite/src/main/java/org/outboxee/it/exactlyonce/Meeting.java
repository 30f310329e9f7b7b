package org.outboxee.it.exactlyonce;

import static java.util.concurrent.TimeUnit.SECONDS;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.CountDownLatch;

/** Holds the first attempt of a task, until a test has done what happens meanwhile. */
final class Meeting {

    private static final int PATIENCE_SECONDS = 20;

    private final TransactionSynchronizationRegistry registry;
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int status = Status.STATUS_UNKNOWN;

    Meeting(TransactionSynchronizationRegistry registry) {
        this.registry = registry;
    }

    /** Called by every attempt. */
    void holdFirst() throws InterruptedException {
        if (arrived.getCount() == 0) {
            return;
        }
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // Only the outcome is of interest.
            }

            @Override
            public void afterCompletion(int outcome) {
                status = outcome;
            }
        });
        arrived.countDown();
        await(ended);
    }

    void awaitFirst() throws InterruptedException {
        await(arrived);
    }

    void endFirst() {
        ended.countDown();
    }

    /** Whether the transaction of the first attempt has. */
    boolean hasRolledBack() {
        return status == Status.STATUS_ROLLEDBACK;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(PATIENCE_SECONDS, SECONDS)) {
            throw new IllegalStateException("The other side did not come within " + PATIENCE_SECONDS + " s");
        }
    }
}

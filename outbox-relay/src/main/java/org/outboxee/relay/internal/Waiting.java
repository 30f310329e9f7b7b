package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.outboxee.relay.RelayExecutor;
import org.outboxee.spi.Ticker;

/**
 * The waits of one thread that stops the relay. Takes the thread's interrupt flag over when it is created, so that the
 * flag does not disturb what must be done all the same, and gives it back with {@link #restoreInterrupt}.
 */
final class Waiting {

    private final RelayExecutor executor;
    private final Ticker ticker;
    private boolean interrupted = Thread.interrupted();

    Waiting(RelayExecutor executor, Ticker ticker) {
        this.executor = executor;
        this.ticker = ticker;
    }

    /** Waits until the latch is down, the time is over, or the thread is interrupted. Returns whether it is down. */
    boolean interruptibly(CountDownLatch latch, Duration timeout) {
        if (!interrupted) {
            await(latch, timeout);
        }
        return latch.getCount() == 0;
    }

    /** Waits until the latch is down or the time is over. Returns whether it is down. */
    boolean uninterruptibly(CountDownLatch latch, Duration timeout) {
        long start = ticker.nanos();
        Duration left = timeout;
        while (latch.getCount() > 0 && left.compareTo(Duration.ZERO) > 0) {
            await(latch, left);
            left = timeout.minusNanos(ticker.nanos() - start);
        }
        return latch.getCount() == 0;
    }

    void restoreInterrupt() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void await(CountDownLatch latch, Duration timeout) {
        try {
            executor.await(latch, timeout);
        } catch (InterruptedException e) {
            interrupted = true;
        }
    }
}

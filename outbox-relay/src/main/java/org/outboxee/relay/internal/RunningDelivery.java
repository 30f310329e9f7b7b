package org.outboxee.relay.internal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.ClaimedRecord;

/**
 * A producer call that is under way on the thread that created this object. Interrupts reach the thread only while the
 * call runs, never what the thread does afterwards: both sides hold the lock of this object.
 */
final class RunningDelivery {

    private final ClaimedRecord record;
    private final long startedAt;
    private final Duration timeout;
    private final Thread thread = Thread.currentThread();
    private boolean ended;
    private @Nullable Interruption interruption;

    RunningDelivery(ClaimedRecord record, long startedAt, Duration timeout) {
        this.record = record;
        this.startedAt = startedAt;
        this.timeout = timeout;
    }

    ClaimedRecord record() {
        return record;
    }

    long startedAt() {
        return startedAt;
    }

    Duration timeout() {
        return timeout;
    }

    /**
     * Interrupts the thread. The first reason is kept.
     *
     * @return false if the call has ended
     */
    synchronized boolean interrupt(Interruption reason) {
        if (ended) {
            return false;
        }
        if (interruption == null) {
            interruption = reason;
        }
        thread.interrupt();
        return true;
    }

    /** Ends the call, on its thread, and clears the interrupt flag, whoever set it: later work must not see it. */
    synchronized @Nullable Interruption end() {
        ended = true;
        Thread.interrupted();
        return interruption;
    }
}

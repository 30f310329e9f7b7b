package org.outboxee.relay.internal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.RelayExecutor;
import org.outboxee.relay.RelayExecutor.Cancellable;

/**
 * A timer of which at most one firing is scheduled at a time. Whatever its task throws is logged.
 *
 * <p>Safe for concurrent use. The executor is called outside the lock, so a firing may come before its handle is known;
 * the generation tells which handle belongs to the current one.
 */
final class OneShot {

    private final String what;
    private final Runnable task;
    private final RelayExecutor executor;
    private final RelayLog log;

    private long generation;
    private boolean armed;
    private boolean closed;
    private @Nullable Cancellable handle;

    OneShot(String what, Runnable task, RelayExecutor executor, RelayLog log) {
        this.what = what;
        this.task = task;
        this.executor = executor;
        this.log = log;
    }

    /** Fires after the delay, unless a firing is scheduled already or the timer is closed. */
    void arm(Duration delay) {
        long mine;
        synchronized (this) {
            if (armed || closed) {
                return;
            }
            armed = true;
            mine = ++generation;
        }
        Cancellable scheduled;
        try {
            scheduled = executor.schedule(() -> fire(mine), delay);
        } catch (Throwable e) { // also an Error, as when no thread can be created
            cancel(mine);
            log.refused(what, e);
            return;
        }
        synchronized (this) {
            if (armed && generation == mine) {
                handle = scheduled;
                return;
            }
        }
        scheduled.cancel();
    }

    synchronized boolean isArmed() {
        return armed;
    }

    /** Calls a scheduled firing off; the timer can be armed again. */
    void cancel() {
        Cancellable scheduled;
        synchronized (this) {
            armed = false;
            scheduled = handle;
            handle = null;
        }
        if (scheduled != null) {
            scheduled.cancel();
        }
    }

    /** Calls a scheduled firing off, for good. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        cancel();
    }

    private synchronized void cancel(long mine) {
        if (generation == mine) {
            armed = false;
        }
    }

    private void fire(long mine) {
        synchronized (this) {
            if (!armed || generation != mine) {
                return;
            }
            armed = false;
            handle = null;
        }
        try {
            task.run();
        } catch (Throwable e) {
            log.taskFailed(what, e);
        }
    }
}

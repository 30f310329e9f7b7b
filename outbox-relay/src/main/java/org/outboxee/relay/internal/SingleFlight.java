package org.outboxee.relay.internal;

import org.outboxee.relay.RelayExecutor;

/**
 * A task that never runs twice at a time. A request while it runs leads to one more run after it, so no request is
 * missed. Whatever the task throws is logged and ends that run alone.
 *
 * <p>Safe for concurrent use.
 */
final class SingleFlight {

    private final String what;
    private final Runnable task;
    private final Runnable afterRun;
    private final RelayExecutor executor;
    private final RelayLog log;

    private boolean queued;
    private boolean running;
    private boolean again;
    private boolean closed;

    SingleFlight(String what, Runnable task, Runnable afterRun, RelayExecutor executor, RelayLog log) {
        this.what = what;
        this.task = task;
        this.afterRun = afterRun;
        this.executor = executor;
        this.log = log;
    }

    /**
     * Runs the task soon, on the executor. Does nothing after {@link #close()}.
     *
     * @return false if the executor refused
     */
    boolean request() {
        synchronized (this) {
            if (closed || queued) {
                return true;
            }
            if (running) {
                again = true;
                return true;
            }
            queued = true;
        }
        return submit();
    }

    /** Runs the task on the calling thread, for want of the executor; if it runs already, once more after that. */
    void runHere() {
        run();
    }

    /** Starts no more runs; one that is running goes on. */
    synchronized void close() {
        closed = true;
        again = false;
    }

    /** Whether a run is under way. */
    synchronized boolean isRunning() {
        return running;
    }

    private boolean submit() {
        try {
            executor.execute(this::run);
            return true;
        } catch (Throwable e) { // also an Error, as when no thread can be created
            synchronized (this) {
                queued = false;
            }
            log.refused(what, e);
            return false;
        }
    }

    private void run() {
        synchronized (this) {
            queued = false;
            if (closed || running) {
                again = running && !closed;
                return;
            }
            running = true;
        }
        try {
            task.run();
        } catch (Throwable e) {
            log.taskFailed(what, e);
        }
        boolean resubmit;
        synchronized (this) {
            running = false;
            resubmit = again;
            again = false;
            queued = resubmit;
        }
        afterRun.run();
        if (resubmit) {
            submit();
        }
    }
}

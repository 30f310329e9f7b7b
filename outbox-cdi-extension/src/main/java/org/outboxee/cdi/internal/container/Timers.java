package org.outboxee.cdi.internal.container;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.RelayExecutor.Cancellable;
import org.outboxee.spi.Ticker;

/**
 * All timers of the relay on one timer of the container. Containers keep a cancelled timer until its time comes; with a
 * delivery timeout of 30 s, one per delivery would pile up by the thousand, and each would hold the application's class
 * loader long after an undeploy. The one timer is never set for longer than {@link #LONGEST}.
 *
 * <p>Safe for concurrent use.
 */
final class Timers {

    static final Duration LONGEST = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");

    private final Alarm alarm;
    private final Executor executor;
    private final Ticker ticker;

    private final PriorityQueue<Timer> waiting;
    private @Nullable Future<?> armed;
    private long armedFor;
    private boolean closed;

    /** The container's timer. */
    interface Alarm {
        Future<?> schedule(Runnable task, long nanos);
    }

    /** A class, not a record: two of one task and time are two. */
    private static final class Timer {
        final Runnable task;
        final long due;

        Timer(Runnable task, long due) {
            this.task = task;
            this.due = due;
        }
    }

    Timers(Alarm alarm, Executor executor, Ticker ticker) {
        this.alarm = alarm;
        this.executor = executor;
        this.ticker = ticker;
        long origin = ticker.nanos(); // only differences of nanoseconds can be compared
        this.waiting = new PriorityQueue<>(Comparator.comparingLong(timer -> timer.due - origin));
    }

    /** Hands the task to the executor after the delay. */
    synchronized Cancellable schedule(Runnable task, Duration delay) {
        if (closed) {
            throw new RejectedExecutionException("The outbox has stopped");
        }
        Timer timer = new Timer(task, ticker.nanos() + delay.toNanos());
        arm(timer.due);
        waiting.add(timer);
        return () -> cancel(timer);
    }

    private synchronized void cancel(Timer timer) {
        waiting.remove(timer);
    }

    private void arm(long due) {
        if (armed != null && armedFor - due <= 0) {
            return;
        }
        long now = ticker.nanos();
        long nanos = Math.max(0, Math.min(due - now, LONGEST.toNanos()));
        if (armed != null) {
            armed.cancel(false);
        }
        armed = alarm.schedule(this::ring, nanos);
        armedFor = now + nanos;
    }

    private void ring() {
        for (Runnable task : due()) {
            try {
                executor.execute(task);
            } catch (RuntimeException e) {
                LOG.log(
                        Level.WARNING,
                        "OUTBOX-05045: A timer of the outbox could not run its task; polling goes on",
                        e);
            }
        }
    }

    /**
     * Rings in place of a container's timer that did not: a server that is suspended takes timers and drops them when
     * their time comes, and nothing says so. To be called once in a while.
     */
    void check() {
        if (isOverdue()) {
            ring();
        }
    }

    private synchronized boolean isOverdue() {
        return armed != null && ticker.nanos() - armedFor > LONGEST.toNanos();
    }

    private synchronized List<Runnable> due() {
        List<Runnable> due = new ArrayList<>();
        if (closed) {
            return due;
        }
        armed = null;
        long now = ticker.nanos();
        for (Timer next = waiting.peek(); next != null; next = waiting.peek()) {
            if (next.due - now > 0) {
                arm(next.due);
                break;
            }
            waiting.remove();
            due.add(next.task);
        }
        return due;
    }

    /** Calls everything off. Idempotent. */
    synchronized void close() {
        closed = true;
        waiting.clear();
        if (armed != null) {
            armed.cancel(false);
            armed = null;
        }
    }
}

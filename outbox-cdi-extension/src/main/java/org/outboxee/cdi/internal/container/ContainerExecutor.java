package org.outboxee.cdi.internal.container;

import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.RelayExecutor;
import org.outboxee.spi.Ticker;

/**
 * The relay on the container's managed executors: deliveries on the one, everything short on the other, so that slow
 * handlers stop no claim; and the heartbeat on a thread of its own, so that no pool that is busy stops it.
 *
 * <p>Managed executors give a task the context of the thread that submits it. A wake-up comes from whatever application
 * thread has just committed; its security identity, naming context and class loader have no business in a delivery. So
 * the context is captured once, when the outbox starts, and every task runs in that one.
 */
public final class ContainerExecutor implements RelayExecutor, AutoCloseable {

    private final ManagedExecutorService deliveries;
    private final ManagedScheduledExecutorService tasks;
    private final ManagedThreadFactory threads;
    private final Timers timers;
    private volatile Executor context = Runnable::run;
    private @Nullable Future<?> watch; // guarded by this
    private @Nullable Thread heartbeat; // guarded by this

    /** A relay executor on two of the container's, and its thread factory. */
    public ContainerExecutor(
            ManagedExecutorService deliveries,
            ManagedScheduledExecutorService tasks,
            ManagedThreadFactory threads,
            Ticker ticker) {
        this.deliveries = deliveries;
        this.tasks = tasks;
        this.threads = threads;
        this.timers = new Timers(
                (task, nanos) -> tasks.schedule(inContext(task), nanos, TimeUnit.NANOSECONDS), this::execute, ticker);
    }

    /** Runs every task from now on in the given context, which takes effect on the thread that calls it. */
    public synchronized void runIn(Executor capturedContext) {
        context = capturedContext;
        if (watch == null) {
            // Repeated by the container, so that one run that a suspended server drops does not end it.
            long nanos = Timers.LONGEST.toNanos();
            watch = tasks.scheduleWithFixedDelay(inContext(timers::check), nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void execute(Runnable task) {
        tasks.execute(inContext(task));
    }

    @Override
    public void executeDelivery(Runnable task) {
        deliveries.execute(inContext(task));
    }

    @Override
    public synchronized void executeHeartbeat(Runnable task) {
        Thread thread = threads.newThread(inContext(task));
        if (thread == null) {
            throw new RejectedExecutionException("The container gives out no thread");
        }
        thread.setName("outbox heartbeat");
        thread.start();
        heartbeat = thread;
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        return timers.schedule(task, delay);
    }

    private Runnable inContext(Runnable task) {
        return () -> context.execute(task);
    }

    /**
     * Calls off what is scheduled. The executors are the container's and go on. The heartbeat has ended, unless the
     * store does not answer it.
     */
    @Override
    public synchronized void close() {
        timers.close();
        if (watch != null) {
            watch.cancel(false);
        }
        if (heartbeat != null) {
            heartbeat.interrupt();
            heartbeat = null;
        }
    }
}

package org.outboxee.relay;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Real threads and timers. Safe for concurrent use. */
final class ThreadsExecutor implements RelayExecutor, AutoCloseable {

    private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(1);
    private final ExecutorService tasks = Executors.newFixedThreadPool(2);
    private final ExecutorService deliveries = Executors.newCachedThreadPool();
    private final ExecutorService heartbeat = Executors.newSingleThreadExecutor();

    @Override
    public void execute(Runnable task) {
        tasks.execute(task);
    }

    @Override
    public void executeDelivery(Runnable task) {
        deliveries.execute(task);
    }

    @Override
    public void executeHeartbeat(Runnable task) {
        heartbeat.execute(task);
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        Future<?> future = timers.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** Ends the threads, whatever they do. */
    @Override
    public void close() {
        timers.shutdownNow();
        tasks.shutdownNow();
        deliveries.shutdownNow();
        heartbeat.shutdownNow();
    }
}

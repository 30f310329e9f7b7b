package org.outboxee.benchmarks.ours;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.outboxee.relay.RelayExecutor;

/** The threads and timers of a relay. Safe for any number of threads. */
final class Threads implements RelayExecutor, AutoCloseable {

    private static final ThreadFactory DAEMONS = task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    };

    private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(1, DAEMONS);
    private final ExecutorService tasks = Executors.newFixedThreadPool(4, DAEMONS);
    private final ExecutorService deliveries = Executors.newCachedThreadPool(DAEMONS);

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
        Thread thread = DAEMONS.newThread(task);
        thread.setName("outbox heartbeat");
        thread.start();
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        Future<?> future = timers.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void close() {
        timers.shutdownNow();
        tasks.shutdownNow();
        deliveries.shutdownNow();
    }
}

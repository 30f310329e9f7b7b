package org.outboxee.relay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The threads and timers that the relay runs on. A container implements it on its managed executors, a test on a
 * virtual clock. Implementations are safe for concurrent use.
 *
 * <p>No method runs a task on the calling thread. A task that was taken must run. A method that cannot take one (the
 * executor is full or ended) throws a {@link RuntimeException} such as
 * {@link java.util.concurrent.RejectedExecutionException}; the relay logs it and tries again at the next poll.
 */
public interface RelayExecutor {

    /**
     * Runs one of the relay's own short tasks: it claims, settles or acquires, and blocks in nothing but the store. At
     * most a handful are waiting or running at a time.
     */
    void execute(Runnable task);

    /**
     * Runs a task that delivers records: it blocks as long as handlers do. At most {@link RelayConfig#workers()} are
     * waiting or running at a time. Must not share a bounded pool with {@link #execute}, or slow handlers stop claims
     * and settlements.
     */
    void executeDelivery(Runnable task);

    /**
     * Runs the heartbeat, which lasts until the relay has stopped, on a thread that nothing else uses: neither long
     * handlers nor a pool without a free thread may keep this node from saying that it lives. Called once, and again
     * only if it threw.
     */
    void executeHeartbeat(Runnable task);

    /** Runs a short task once, after the delay. */
    Cancellable schedule(Runnable task, Duration delay);

    /**
     * Blocks the calling thread until the latch is down or the time is over. Only the heartbeat and
     * {@link Relay#stop()} wait. An executor on a virtual clock lets its clock run instead.
     *
     * @return false if the time was over first
     * @throws InterruptedException if the calling thread is interrupted
     */
    default boolean await(CountDownLatch latch, Duration timeout) throws InterruptedException {
        return latch.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A scheduled task that can be called off. */
    @FunctionalInterface
    interface Cancellable {

        /**
         * Keeps the task from starting; without effect when it has started or ended. Never interrupts, never throws.
         */
        void cancel();
    }
}

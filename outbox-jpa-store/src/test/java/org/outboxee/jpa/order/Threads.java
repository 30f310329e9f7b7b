package org.outboxee.jpa.order;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Real threads for a test. */
final class Threads {

    private static final long PATIENCE_SECONDS = 60;

    private Threads() {}

    /** Runs each on a thread of its own, and waits for all of them. */
    static void runAll(List<? extends Callable<?>> works) {
        ExecutorService executor = Executors.newFixedThreadPool(works.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            works.forEach(work -> running.add(executor.submit(work)));
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            executor.shutdownNow();
        }
    }

    /** Runs it on another thread. */
    static void call(Callable<?> work) {
        runAll(List.of(work));
    }

    /** Waits until all are there, at the same time. */
    static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException("Not all threads came to this point at the same time", e);
        }
    }
}

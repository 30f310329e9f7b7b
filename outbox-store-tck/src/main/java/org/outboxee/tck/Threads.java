package org.outboxee.tck;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Real threads for a test, every wait of which is bounded. Safe for use by the threads themselves. */
final class Threads implements AutoCloseable {

    /** Never reached by a store that works. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * How long a thread that must not wait is given to prove that it does not. A store that is right passes however
     * long this is; one that is wrong is nearly always caught.
     */
    private static final Duration CHANCE = Duration.ofMillis(300);

    private final ExecutorService executor = Executors.newCachedThreadPool();

    <T> Future<T> start(Callable<T> work) {
        return executor.submit(work);
    }

    /** The result of work on another thread; its exception if it failed. */
    <T> T call(Callable<T> work) {
        return result(start(work));
    }

    static <T> T result(Future<T> future) {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException("A thread did not end within " + PATIENCE, e);
        }
    }

    static void results(List<? extends Future<?>> futures) {
        futures.forEach(Threads::result);
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("A thread did not get to its point within " + PATIENCE);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Gives other threads the chance to do what they must not do; returns as soon as they have. */
    static void giveChance(CountDownLatch forbidden) {
        try {
            boolean unused = forbidden.await(CHANCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("A thread of the test is stuck");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

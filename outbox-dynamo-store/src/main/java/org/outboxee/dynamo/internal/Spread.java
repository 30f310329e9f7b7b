package org.outboxee.dynamo.internal;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.OutboxStoreException;

/**
 * Does something with each of many elements, on the calling thread and on a few others if they have time: requests
 * mostly wait for the network.
 */
final class Spread {

    private static final int HELPERS = 7;

    private Spread() {}

    /**
     * Returns when all is done.
     *
     * @throws RuntimeException the first failure; after it some elements may be left out
     */
    static <T> void run(Collection<T> elements, Executor executor, Consumer<T> work) {
        Queue<T> queue = new ConcurrentLinkedQueue<>(elements);
        CountDownLatch left = new CountDownLatch(elements.size());
        AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
        Runnable drain = () -> {
            for (T element = queue.poll(); element != null; element = queue.poll()) {
                try {
                    if (failure.get() == null) {
                        work.accept(element);
                    }
                } catch (RuntimeException e) {
                    failure.compareAndSet(null, e);
                } finally {
                    left.countDown();
                }
            }
        };
        help(Math.min(HELPERS, elements.size() - 1), executor, drain);
        drain.run();
        try {
            left.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutboxStoreException("OUTBOX-06002", "Interrupted; some of the writes may have been done", e);
        }
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
    }

    private static void help(int helpers, Executor executor, Runnable drain) {
        try {
            for (int i = 0; i < helpers; i++) {
                executor.execute(drain);
            }
        } catch (RejectedExecutionException busy) {
            // The calling thread does what nobody helps with.
        }
    }
}

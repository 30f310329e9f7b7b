package org.outboxee.benchmarks.contest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that run one transaction after the other. */
public final class Clients {

    /** Runs one transaction. */
    @FunctionalInterface
    public interface Transaction {

        /**
         * Runs and commits.
         *
         * @param number its number, from 0
         */
        void run(long number) throws Exception;
    }

    private Clients() {}

    /** How many transactions per second so many clients get done in a time. */
    public static double rate(int clients, Duration time, Transaction transaction) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            AtomicLong numbers = new AtomicLong();
            long begin = System.nanoTime();
            List<Future<Long>> ends = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                ends.add(threads.submit(() -> {
                    long done = 0;
                    while (System.nanoTime() - begin < time.toNanos()) {
                        transaction.run(numbers.getAndIncrement());
                        done++;
                    }
                    return done;
                }));
            }
            long all = 0;
            for (Future<Long> end : ends) {
                all += end.get();
            }
            return all * 1e9 / (System.nanoTime() - begin);
        } finally {
            threads.shutdownNow();
        }
    }
}

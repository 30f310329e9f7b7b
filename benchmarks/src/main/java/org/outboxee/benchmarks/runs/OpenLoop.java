package org.outboxee.benchmarks.runs;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Work;

/** Transactions that begin at their times, however long those before them take, and how long their messages take. */
final class OpenLoop {

    private static final int CLIENTS = 8;
    private static final int WARM_UP = 20;

    private final Outbox outbox;
    private final int messages;
    private final AtomicLongArray committed;
    private final AtomicLongArray handled;
    private final CountDownLatch left;

    private OpenLoop(Outbox outbox, int messages) {
        this.outbox = outbox;
        this.messages = messages;
        this.committed = new AtomicLongArray(messages);
        this.handled = new AtomicLongArray(messages);
        this.left = new CountDownLatch(messages);
    }

    /** The latencies in milliseconds, ascending. */
    static double[] run(Outbox outbox, int rate, int messages) throws Exception {
        return new OpenLoop(outbox, messages).run(rate);
    }

    private double[] run(int rate) throws Exception {
        Work work = new Work(0, 1);
        outbox.fill(work, 0);
        CountDownLatch warm = new CountDownLatch(WARM_UP);
        Outbox.Delivering delivering = outbox.deliver(payload -> {
            int number = (int) Work.number(payload);
            if (number >= messages) {
                warm.countDown();
            } else if (handled.compareAndSet(number, 0, System.nanoTime())) {
                left.countDown();
            }
        });
        try {
            for (int i = 0; i < WARM_UP; i++) {
                outbox.transact(work, messages + i);
            }
            await(warm);
            emit(work, rate);
            await(left);
        } finally {
            delivering.end();
        }
        double[] latencies = new double[messages];
        for (int i = 0; i < messages; i++) {
            latencies[i] = Math.max(0, handled.get(i) - committed.get(i)) / 1e6;
        }
        Arrays.sort(latencies);
        return latencies;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException("Messages are missing: " + latch.getCount());
        }
    }

    private void emit(Work work, int rate) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            AtomicInteger next = new AtomicInteger();
            long begin = System.nanoTime();
            Future<?>[] ends = new Future<?>[CLIENTS];
            for (int client = 0; client < CLIENTS; client++) {
                ends[client] = clients.submit(() -> {
                    for (int number = next.getAndIncrement(); number < messages; number = next.getAndIncrement()) {
                        long due = begin + number * 1_000_000_000L / rate;
                        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                            LockSupport.parkNanos(wait);
                        }
                        outbox.transact(work, number);
                        committed.set(number, System.nanoTime());
                    }
                    return clients;
                });
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            clients.shutdownNow();
        }
    }
}

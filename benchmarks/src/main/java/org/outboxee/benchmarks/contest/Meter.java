package org.outboxee.benchmarks.contest;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A handler that counts. Safe for any number of threads. */
public final class Meter implements Consumer<String> {

    private final long expected;
    private final AtomicLong count = new AtomicLong();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile long begin;
    private volatile long end;

    /**
     * A meter at zero.
     *
     * @param expected after how many it stops
     */
    public Meter(long expected) {
        this.expected = expected;
    }

    @Override
    public void accept(String payload) {
        long number = count.incrementAndGet();
        if (number == 1) {
            begin = System.nanoTime();
            begun.countDown();
        }
        if (number == expected) {
            end = System.nanoTime();
            ended.countDown();
        }
    }

    /** How many there were. */
    public long count() {
        return count.get();
    }

    /**
     * Waits until all have come, or so long after the first one.
     *
     * @return how many came per second, from the first one on
     */
    public double rate(Duration limit) throws InterruptedException {
        if (!begun.await(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException("Nothing is delivered");
        }
        if (ended.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            return perSecond(expected - 1, end - begin);
        }
        return perSecond(count.get() - 1, System.nanoTime() - begin);
    }

    private static double perSecond(long deliveries, long nanos) {
        return deliveries * 1e9 / nanos;
    }
}

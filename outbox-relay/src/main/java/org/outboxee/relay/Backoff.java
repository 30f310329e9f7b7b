package org.outboxee.relay;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When a failed record is tried again: a floor, spread upward by up to 50 % so that records which failed together do
 * not come back together.
 *
 * <p>Safe for concurrent use, with any generator.
 */
public final class Backoff {

    /** The longest wait, before the spread. Keeps due times within what every store can hold. */
    public static final Duration LONGEST = Duration.ofDays(3650);

    private final Duration initial;
    private final Duration max;
    private final RandomGenerator random;

    /**
     * A backoff.
     *
     * @param initial the floor after the first failure
     * @param max the highest floor of exponential growth
     * @param random where the spread comes from
     */
    public Backoff(Duration initial, Duration max, RandomGenerator random) {
        this.initial = initial;
        this.max = max;
        this.random = random;
    }

    /**
     * The wait after a failure: {@code initial * 2^attempts}, at most {@code max}, then spread.
     *
     * @param attempts failed attempts before this one, zero or more
     */
    public Duration afterFailure(int attempts) {
        Duration floor = initial;
        for (int i = 0; i < attempts && floor.compareTo(max) < 0; i++) {
            floor = floor.multipliedBy(2);
        }
        return spread(min(floor, max));
    }

    /**
     * The wait that a handler asked for, spread. The maximum of exponential growth does not cut it, {@link #LONGEST}
     * does.
     *
     * @param floor the shortest wait, zero or more
     */
    public Duration atLeast(Duration floor) {
        return spread(min(floor, LONGEST));
    }

    private Duration spread(Duration floor) {
        long half = floor.toNanos() / 2;
        synchronized (random) {
            return floor.plusNanos(random.nextLong(half + 1));
        }
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}

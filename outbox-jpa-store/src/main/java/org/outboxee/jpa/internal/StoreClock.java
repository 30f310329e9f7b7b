package org.outboxee.jpa.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.Ticker;

/**
 * The database's clock, read now and then and carried on by monotonic time in between, so that the clocks of the nodes
 * do not matter. Safe for any number of threads; reading it never waits for the database.
 */
final class StoreClock {

    /** How long a reading is used before the next one is asked for in the background. */
    static final Duration REFRESH = Duration.ofMinutes(1);

    /** Less than this between two readings is drift or the network, more is somebody who has set the clock. */
    static final Duration JUMP = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger(StoreClock.class.getName());
    private static final int FIRST_READINGS = 3;

    /** What the database's clock showed at a moment of the ticker, give or take half the time that asking took. */
    private record Reading(long epochMillis, long nanos, long tookNanos) {

        long at(long otherNanos) {
            return epochMillis + Math.floorDiv(otherNanos - nanos, 1_000_000L);
        }
    }

    private final LongSupplier database;
    private final Ticker ticker;
    private final Executor background;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile Reading current;
    private volatile long askedNanos;
    private volatile long shiftMillis;

    /**
     * Reads the clock a few times and keeps the reading that took least.
     *
     * @param database asks the database, in a transaction of its own, for epoch milliseconds
     * @throws OutboxStoreException if the database does not answer
     */
    StoreClock(LongSupplier database, Ticker ticker, Executor background) {
        this.database = database;
        this.ticker = ticker;
        this.background = background;
        Reading best = read();
        for (int i = 1; i < FIRST_READINGS; i++) {
            Reading next = read();
            best = next.tookNanos() < best.tookNanos() ? next : best;
        }
        this.current = best;
        this.askedNanos = best.nanos();
    }

    Instant now() {
        return Instant.ofEpochMilli(millis());
    }

    long millis() {
        Reading reading = current;
        long nanos = ticker.nanos();
        if (nanos - askedNanos > REFRESH.toNanos()) {
            refreshInBackground();
        }
        return reading.at(nanos) + shiftMillis;
    }

    /** Moves the clock, for tests. */
    void shift(Duration duration) {
        shiftMillis = duration.toMillis();
    }

    private void refreshInBackground() {
        if (refreshing.compareAndSet(false, true)) {
            askedNanos = ticker.nanos();
            try {
                background.execute(this::refresh);
            } catch (RuntimeException e) {
                // Refused, in whatever way: this must not fail the transaction that asked. The executor is shutting
                // down, and so is the store.
                refreshing.set(false);
            }
        }
    }

    private void refresh() {
        try {
            Reading next = read();
            if (differs(current, next)) {
                next = confirmed(next);
            }
            current = next;
        } catch (OutboxStoreException e) {
            LOG.log(
                    Level.DEBUG,
                    "The database's clock could not be read; monotonic time carries the last reading on",
                    e);
        } finally {
            refreshing.set(false);
        }
    }

    /** A second reading decides whether the clock was set, or the first one was held up. */
    private Reading confirmed(Reading surprising) {
        Reading second = read();
        Reading before = current;
        if (differs(surprising, second)) {
            return differs(before, second) ? before : second;
        }
        LOG.log(
                Level.WARNING,
                "OUTBOX-03008: The database''s clock was set by {0} ms. Messages become due, and leases expire, by the new time",
                second.epochMillis() - before.at(second.nanos()));
        return second;
    }

    private static boolean differs(Reading a, Reading b) {
        return Math.abs(b.epochMillis() - a.at(b.nanos()))
                > JUMP.toMillis() + (a.tookNanos() + b.tookNanos()) / 2_000_000;
    }

    private Reading read() {
        long before = ticker.nanos();
        long epochMillis = database.getAsLong();
        long took = ticker.nanos() - before;
        return new Reading(epochMillis, before + took / 2, took);
    }
}

package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.NodeInfo;

/**
 * Says that this node lives, on a thread of its own, until the end; and knows whether others can rely on it (G4): a
 * node that could not say so for its lease less the margin has to take itself for dead, before others do.
 *
 * <p>Safe for concurrent use.
 */
final class Heartbeat {

    /** How many beats there are in a node lease: two may fail. */
    private static final int BEATS = 3;

    /** After a failed beat the next one is tried sooner. */
    private static final int HASTE = 4;

    private final Parts parts;
    private final RelayLog log;
    private final BooleanSupplier working;
    private final Runnable onBeat;
    private final Duration interval;
    private final long validity;

    private final CountDownLatch leaving = new CountDownLatch(1);
    private final CountDownLatch ending = new CountDownLatch(1);
    private @Nullable CountDownLatch ended; // guarded by this

    /** When the last beat that is known to be stored was sent; {@code null} for never. */
    private volatile @Nullable Long confirmed;

    /** Since when it has been confirmed without a gap. */
    private volatile long confirmedSince;

    // Of the heartbeat's thread alone.
    private long number;
    private boolean lapsed;

    /**
     * Not started.
     *
     * @param working whether the rest of this node does its work; without that it does not count as living
     * @param onBeat runs once in each interval, on the heartbeat's thread; must not block
     */
    Heartbeat(Parts parts, RelayLog log, BooleanSupplier working, Runnable onBeat) {
        RelayConfig config = parts.config();
        this.parts = parts;
        this.log = log;
        this.working = working;
        this.onBeat = onBeat;
        this.interval = interval(config);
        this.validity = config.nodeLease().minus(config.leaseMargin()).toNanos();
    }

    /** The time between two beats. */
    static Duration interval(RelayConfig config) {
        return config.nodeLease().dividedBy(BEATS);
    }

    /** Beats from now on, if it does not yet; also gets back a thread that the executor has refused. */
    synchronized void start() {
        if (ended != null || ending.getCount() == 0) {
            return;
        }
        CountDownLatch end = new CountDownLatch(1);
        ended = end;
        try {
            parts.executor().executeHeartbeat(() -> run(end));
        } catch (Throwable e) { // also an Error, as when no thread can be created
            ended = null;
            log.refused("the heartbeat", e);
        }
    }

    /** Whether this node may claim and take partitions. */
    boolean isConfirmed() {
        Long sent = confirmed;
        return sent != null && parts.ticker().nanos() - sent < validity;
    }

    /**
     * Whether this node may start what it has claimed at that time of the ticker: it has not seemed dead since. Others
     * end the claims of a dead node; that it lives again does not bring them back.
     */
    boolean isConfirmedSince(long time) {
        return isConfirmed() && time - confirmedSince >= 0;
    }

    /** Says from now on that this node is about to stop. */
    void leave() {
        leaving.countDown();
    }

    /** Says nothing any more, and removes what was said. Waits for that, within the settle timeout. */
    void end(Waiting waiting) {
        CountDownLatch end;
        synchronized (this) {
            ending.countDown();
            end = ended;
        }
        leaving.countDown();
        if (end != null) {
            waiting.uninterruptibly(end, parts.config().settleTimeout());
        }
    }

    private void run(CountDownLatch end) {
        try {
            repeat(leaving);
            repeat(ending);
            parts.leases().leave(parts.owner());
        } catch (InterruptedException e) {
            // The container wants its thread back. If the relay goes on all the same, its next poll asks for another.
            ended(end);
        } catch (Throwable e) {
            log.leaveFailed(e);
        } finally {
            end.countDown();
        }
    }

    private synchronized void ended(CountDownLatch end) {
        if (end.equals(ended)) {
            ended = null;
        }
    }

    private void repeat(CountDownLatch until) throws InterruptedException {
        boolean stored;
        do {
            stored = ending.getCount() == 0 || beat();
            tell();
        } while (!parts.executor().await(until, stored ? interval : interval.dividedBy(HASTE)));
    }

    private boolean beat() {
        if (!working.getAsBoolean()) {
            log.notWorking();
            return false;
        }
        long sent = parts.ticker().nanos();
        try {
            parts.leases().beat(self(), ++number);
        } catch (Throwable e) {
            if (!isConfirmed() && !lapsed) {
                lapsed = true;
                log.lapsed(parts.config().nodeLease(), e);
            } else {
                log.beatFailed(e);
            }
            return false;
        }
        if (!isConfirmed()) {
            confirmedSince = sent;
        }
        confirmed = sent;
        if (lapsed) {
            lapsed = false;
            log.confirmedAgain();
        }
        return true;
    }

    private void tell() {
        try {
            onBeat.run();
        } catch (Throwable e) {
            log.taskFailed("What follows a heartbeat", e);
        }
    }

    private NodeInfo self() {
        return new NodeInfo(
                parts.owner(), parts.config().nodeLease(), parts.policy().needed(), leaving.getCount() == 0, handled());
    }

    private Optional<Map<String, Set<String>>> handled() {
        return parts.producer().handled();
    }
}

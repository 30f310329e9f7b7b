package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/**
 * Writes results into the store: whatever has gathered while the write before ran goes in one batch. A result is kept
 * until the store has taken it.
 *
 * <p>Safe for concurrent use. The store is called by one task at a time, except for results that come after
 * {@link #close}.
 */
final class Settler {

    private final Parts parts;
    private final RelayLog log;
    private final Consumer<List<Settling>> onSettled;
    private final SettleQueue queue = new SettleQueue();
    private final SingleFlight flight;
    private final OneShot retry;
    private final CountDownLatch drained = new CountDownLatch(1);

    private volatile Duration retryDelay;
    private volatile boolean draining;

    /**
     * A settler with nothing to write.
     *
     * @param onSettled is told what the store has taken
     */
    Settler(Parts parts, RelayLog log, Consumer<List<Settling>> onSettled) {
        this.parts = parts;
        this.log = log;
        this.onSettled = onSettled;
        this.retryDelay = parts.config().pollInterval();
        this.flight = new SingleFlight("Storing results", this::run, () -> {}, parts.executor(), log);
        this.retry = new OneShot("the retry of storing results", this::request, parts.executor(), log);
    }

    /** Writes this soon; after {@link #close} tries it once, on the calling thread. */
    void offer(Settling result) {
        if (!queue.add(result)) {
            settleLate(result);
        } else if (!retry.isArmed()) {
            request();
        }
    }

    /** Nothing has to be written: the store has the result already, or wants none. */
    void skip(Settling result) {
        onSettled.accept(List.of(result));
    }

    /** Tries again what an executor refused. */
    void nudge() {
        if (queue.size() > 0 && !retry.isArmed()) {
            request();
        }
    }

    /** Whether so many results wait that nothing more shall be claimed, since memory is bounded. */
    boolean isBacklogged() {
        RelayConfig config = parts.config();
        return queue.size() >= 4 * config.batch() + config.workers();
    }

    /** Writes everything that waits, in at most this time, and ends. What is left then is named in the log. */
    void close(Duration timeout, Waiting waiting) {
        draining = true;
        retryDelay = timeout.dividedBy(4);
        retry.cancel();
        if (!request()) {
            flight.runHere();
        }
        waiting.uninterruptibly(drained, timeout);
        retry.close();
        flight.close();
        List<Settling> left = queue.close();
        if (!left.isEmpty()) {
            log.unsettled(left.stream().map(Settling::settlement).toList());
        }
    }

    private boolean request() {
        return flight.request();
    }

    private void run() {
        for (List<Settling> batch = queue.take(); !batch.isEmpty(); batch = queue.take()) {
            if (settle(batch)) {
                queue.taken();
                onSettled.accept(batch);
            } else {
                queue.putBack();
                retry.arm(retryDelay);
                return;
            }
        }
        if (draining) {
            drained.countDown();
        }
    }

    private boolean settle(List<Settling> batch) {
        List<Settlement> settlements = batch.stream().map(Settling::settlement).toList();
        try {
            SettleResult result = parts.store().settle(settlements);
            if (result.ignored() > 0 && batch.get(0).inDoubt()) {
                log.committedAfterAll(result.ignored(), settlements);
            } else if (result.ignored() > 0) {
                parts.metrics().settlementsIgnored(result.ignored());
                log.settlementsIgnored(result.ignored());
            }
            return true;
        } catch (Throwable e) {
            log.settleFailed(settlements, e);
            return false;
        }
    }

    private void settleLate(Settling result) {
        if (!settle(List.of(result))) {
            log.unsettled(List.of(result.settlement()));
        }
    }
}

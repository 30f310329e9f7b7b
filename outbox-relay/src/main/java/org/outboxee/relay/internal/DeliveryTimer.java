package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.RelayExecutor;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Ticker;

/**
 * Interrupts deliveries that take too long. One timer serves all of them, since a timer each would fill the scheduler
 * with tasks that were called off: it looks again after the shortest timeout at the latest, so that none is missed.
 *
 * <p>Safe for concurrent use.
 */
final class DeliveryTimer {

    private final Function<ClaimedRecord, Duration> timeouts;
    private final Duration shortest;
    private final Ticker ticker;
    private final RelayLog log;
    private final OneShot timer;

    /** Calls that run; those in {@code watched} have not been interrupted for their time yet. Guarded by this. */
    private final Set<RunningDelivery> running = new LinkedHashSet<>();

    private final Set<RunningDelivery> watched = new LinkedHashSet<>();

    private boolean stopping;

    /**
     * A timer.
     *
     * @param timeouts how long the delivery of a record may take
     * @param shortest the shortest of them
     */
    DeliveryTimer(
            Function<ClaimedRecord, Duration> timeouts,
            Duration shortest,
            RelayExecutor executor,
            Ticker ticker,
            RelayLog log) {
        this.timeouts = timeouts;
        this.shortest = shortest;
        this.ticker = ticker;
        this.log = log;
        this.timer = new OneShot("the timer of delivery timeouts", this::interruptOverdue, executor, log);
    }

    /** A producer call begins on the calling thread. */
    RunningDelivery begin(ClaimedRecord record) {
        RunningDelivery delivery = new RunningDelivery(record, ticker.nanos(), timeouts.apply(record));
        boolean late;
        synchronized (this) {
            running.add(delivery);
            watched.add(delivery);
            late = stopping;
        }
        if (late) {
            delivery.interrupt(Interruption.STOP);
        }
        timer.arm(shortest);
        return delivery;
    }

    /** The call ended, on its thread. Returns why it was interrupted, {@code null} if it was not. */
    @Nullable
    Interruption end(RunningDelivery delivery) {
        synchronized (this) {
            running.remove(delivery);
            watched.remove(delivery);
        }
        return delivery.end();
    }

    /** Watches again what a refused timer left unwatched. */
    void rearm() {
        Duration next = untilNext();
        if (next != null) {
            timer.arm(next.compareTo(shortest) < 0 ? next : shortest);
        }
    }

    /** Interrupts everything that runs or is about to, because the relay stops. */
    void interruptAll() {
        List<RunningDelivery> all;
        synchronized (this) {
            stopping = true;
            all = List.copyOf(running);
        }
        all.forEach(delivery -> delivery.interrupt(Interruption.STOP));
    }

    /** Interrupts nothing any more. */
    void close() {
        timer.close();
    }

    private void interruptOverdue() {
        for (RunningDelivery delivery : takeOverdue()) {
            if (delivery.interrupt(Interruption.TIMEOUT)) {
                log.interrupted(delivery.record(), delivery.timeout());
            }
        }
        rearm();
    }

    private synchronized List<RunningDelivery> takeOverdue() {
        long now = ticker.nanos();
        List<RunningDelivery> overdue = new ArrayList<>();
        for (Iterator<RunningDelivery> it = watched.iterator(); it.hasNext(); ) {
            RunningDelivery delivery = it.next();
            if (now - delivery.startedAt() >= delivery.timeout().toNanos()) {
                overdue.add(delivery);
                it.remove();
            }
        }
        return overdue;
    }

    private synchronized @Nullable Duration untilNext() {
        long now = ticker.nanos();
        return watched.stream()
                .map(delivery ->
                        Duration.ofNanos(Math.max(0, delivery.timeout().toNanos() - (now - delivery.startedAt()))))
                .min(Duration::compareTo)
                .orElse(null);
    }
}

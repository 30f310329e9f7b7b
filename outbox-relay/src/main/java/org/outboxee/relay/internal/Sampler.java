package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.PartitionOwnership;
import org.outboxee.spi.OutboxSample;

/**
 * Counts what waits, again and again, and tells the metrics: who reads these asks the store for nothing. A store that
 * is slow is asked seldom, so that counting takes a twentieth of the time at most. Safe for concurrent use.
 */
final class Sampler {

    private static final int SHARE_OF_TIME = 20;

    /** Soon, but when this node has its partitions. */
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final Parts parts;
    private final PartitionOwnership ownership;
    private final RelayLog log;
    private final SingleFlight flight;
    private final OneShot timer;
    private final boolean wanted;
    private volatile @Nullable OutboxSample last;
    private long notBefore; // of the flight alone

    /**
     * Not started.
     *
     * @param wanted whether anybody wants to know
     */
    Sampler(Parts parts, PartitionOwnership ownership, boolean wanted, RelayLog log) {
        this.parts = parts;
        this.ownership = ownership;
        this.log = log;
        this.wanted = wanted;
        this.notBefore = parts.ticker().nanos();
        this.flight = new SingleFlight("Counting what waits", this::sample, () -> {}, parts.executor(), log);
        this.timer = new OneShot("the timer of counting what waits", this::tick, parts.executor(), log);
    }

    /** Counts from now on; also gets back a timer that the executor has refused. */
    void start() {
        if (wanted) {
            timer.arm(FIRST);
        }
    }

    void close() {
        timer.close();
        flight.close();
    }

    /** What was counted last. */
    Optional<OutboxSample> last() {
        return Optional.ofNullable(last);
    }

    private void tick() {
        timer.arm(parts.config().sampleInterval());
        flight.request();
    }

    private void sample() {
        long start = parts.ticker().nanos();
        if (start - notBefore < 0) {
            return;
        }
        try {
            OutboxSample sample = OutboxSample.of(
                    parts.store().backlog(OutboxSample.AT_MOST),
                    parts.store().now(),
                    ownership.owned().size());
            last = sample;
            parts.metrics().sampled(sample);
        } catch (RuntimeException e) {
            log.sampleFailed(e);
        }
        long end = parts.ticker().nanos();
        notBefore = end + (end - start) * (SHARE_OF_TIME - 1);
    }
}

package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.OutboxMetrics.Outcome;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/** Takes what became of records: sends it to the settler, counts and logs it. Safe for concurrent use. */
final class Results {

    private final Settler settler;
    private final OutboxMetrics metrics;
    private final RelayLog log;
    private final Limits limits;

    Results(Settler settler, Parts parts, RelayLog log) {
        this.settler = settler;
        this.metrics = parts.metrics();
        this.log = log;
        this.limits = parts.limits();
    }

    /** Gives claimed records back that were not started, as they were; each list is one lane, in order. */
    void releaseAll(List<List<ClaimedRecord>> lanes) {
        for (List<ClaimedRecord> lane : lanes) {
            released(new Released(lane.get(0), Duration.ZERO), lane.size() - 1);
        }
    }

    /** A record is given back, and with it so many younger ones of its claim and lane. */
    void released(Released released, int tail) {
        settler.offer(new Settling(released, tail));
        metrics.released(1 + tail);
    }

    /** A record became a dead letter without a delivery. */
    void dead(Dead dead) {
        ended(dead, 0, null, Duration.ZERO);
    }

    /**
     * A delivery ended.
     *
     * @param tail how many younger records of its claim and lane are given back with it
     * @param thrown what it threw, {@code null} for nothing
     */
    void ended(Settlement settlement, int tail, @Nullable Throwable thrown, Duration took) {
        settler.offer(new Settling(settlement, tail));
        count(settlement, tail, took);
        log(settlement, thrown);
    }

    /** A delivery has completed its record in its own transaction, which has committed. */
    void completed(ClaimedRecord record, Duration took) {
        metrics.delivered(RecordDelivery.of(record, limits.maxAttempts(record)), Outcome.DELIVERED, took);
        settler.skip(new Settling(new Completed(record), 0));
    }

    /**
     * A delivery failed after its record was completed in its transaction, which may have committed all the same. Then
     * its result is ignored, and what is behind it in its lane would not be given back with it.
     */
    void endedInDoubt(Settlement settlement, List<ClaimedRecord> tail, Throwable thrown, Duration took) {
        settler.offer(new Settling(settlement, 0, true));
        if (!tail.isEmpty()) {
            settler.offer(new Settling(new Released(tail.get(0), Duration.ZERO), tail.size() - 1, true));
        }
        count(settlement, tail.size(), took);
        log(settlement, thrown);
    }

    /** A delivery found that somebody else has its record, and has rolled back. */
    void claimLost(ClaimedRecord record, List<ClaimedRecord> tail) {
        log.claimLost(record);
        metrics.settlementsIgnored(1);
        settler.skip(new Settling(new Completed(record), 0));
        if (!tail.isEmpty()) {
            releaseAll(List.of(tail));
        }
    }

    private void count(Settlement settlement, int tail, Duration took) {
        if (settlement instanceof Released) {
            metrics.released(1 + tail);
            return;
        }
        if (tail > 0) {
            metrics.released(tail);
        }
        ClaimedRecord record = settlement.record();
        metrics.delivered(RecordDelivery.of(record, limits.maxAttempts(record)), outcome(settlement), took);
    }

    private void log(Settlement settlement, @Nullable Throwable thrown) {
        if (settlement instanceof Dead dead) {
            log.dead(dead.record(), dead.failure(), thrown);
        } else if (settlement instanceof Failed failed && thrown != null) {
            log.retried(failed.record(), failed.record().attempts() + 1, failed.retryAfter(), thrown);
        }
    }

    private static Outcome outcome(Settlement settlement) {
        if (settlement instanceof Completed) {
            return Outcome.DELIVERED;
        }
        return settlement instanceof Dead ? Outcome.DEAD : Outcome.RETRIED;
    }
}

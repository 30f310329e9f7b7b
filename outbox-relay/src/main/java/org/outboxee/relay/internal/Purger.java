package org.outboxee.relay.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.PartitionOwnership;

/**
 * Deletes what was kept long enough, from the partitions that this node owns: every minute, in small pieces, so that
 * claims and settlements get their turn between them. Safe for concurrent use.
 */
final class Purger {

    static final Duration INTERVAL = Duration.ofMinutes(1);

    /** The most that one transaction deletes. */
    static final int PIECE = 500;

    private final Parts parts;
    private final PartitionOwnership ownership;
    private final RelayLog log;
    private final SingleFlight flight;
    private final OneShot timer;

    Purger(Parts parts, PartitionOwnership ownership, RelayLog log) {
        this.parts = parts;
        this.ownership = ownership;
        this.log = log;
        this.flight = new SingleFlight("Purging", this::purge, () -> {}, parts.executor(), log);
        this.timer = new OneShot("the purge timer", this::tick, parts.executor(), log);
    }

    /** Purges from now on, after a while; also gets back a timer that the executor has refused. */
    void start() {
        timer.arm(INTERVAL);
    }

    void close() {
        timer.close();
        flight.close();
    }

    private void tick() {
        start();
        flight.request();
    }

    private void purge() {
        List<Integer> owned = ownership.owned();
        if (owned.isEmpty()) {
            return;
        }
        try {
            if (parts.store().purge(owned, deadBefore(), PIECE) >= PIECE) {
                flight.request();
            }
        } catch (RuntimeException e) {
            log.purgeFailed(e);
        }
    }

    private @Nullable Instant deadBefore() {
        Optional<Duration> kept = parts.config().deadRetention();
        return kept.isEmpty() ? null : parts.store().now().minus(kept.get());
    }
}

package org.outboxee.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of an outbox at one moment, as one node sees it. The counts are those of the whole outbox, so that all
 * nodes find the same, and end at {@value #AT_MOST}.
 *
 * @param pending waiting, including those whose time has not come
 * @param claimed held by a node that delivers or is about to deliver them
 * @param dead dead letters
 * @param oldestAge how long ago the oldest pending record was written; empty without one
 * @param stalledLanes ordering keys of a binding that are held up by their oldest message
 * @param ownedPartitions how many partitions this node claims from
 */
public record OutboxSample(
        long pending, long claimed, long dead, Optional<Duration> oldestAge, long stalledLanes, int ownedPartitions) {

    /** As far as is counted, so that a sample costs the same whatever has piled up. */
    public static final int AT_MOST = 10_000;

    /** A sample taken now. */
    public static OutboxSample of(Backlog backlog, Instant now, int ownedPartitions) {
        return new OutboxSample(
                backlog.pending(),
                backlog.claimed(),
                backlog.dead(),
                backlog.oldest().map(oldest -> notNegative(Duration.between(oldest, now))),
                backlog.stalledLanes(),
                ownedPartitions);
    }

    /** The clock of the store may be set back. */
    private static Duration notNegative(Duration age) {
        return age.isNegative() ? Duration.ZERO : age;
    }
}

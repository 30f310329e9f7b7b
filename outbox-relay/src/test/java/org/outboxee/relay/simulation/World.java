package org.outboxee.relay.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.outboxee.relay.RelayConfig;
import org.outboxee.relay.sim.VirtualTime;

/**
 * What the parts of a course share.
 *
 * @param time the clock
 * @param random where all chance comes from
 * @param journal what has happened
 * @param ledger the records as they should be
 * @param owners the owners as they should be
 * @param config the settings of all relays
 * @param jumps how far the store's clock has been set forward
 */
record World(
        VirtualTime time,
        SplittableRandom random,
        Journal journal,
        Ledger ledger,
        Owners owners,
        RelayConfig config,
        Jumps jumps) {

    /** The store's clock. */
    Instant now() {
        return time.instant();
    }

    /** So many in a hundred. */
    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Up to so long. */
    Duration upTo(Duration most) {
        return Duration.ofNanos(random.nextLong(most.toNanos() + 1));
    }

    /**
     * What the clock has been set forward since a claim. The claim ends so much earlier than the relay reckons with,
     * which knows monotonic time only.
     */
    Duration forwardSince(Entry claimed) {
        return jumps.forward().minus(claimed.forwardAtClaim);
    }

    /** How much a claim may lose by that while a delivery runs, and last to its end all the same. */
    Duration slack() {
        return config.settleTimeout().plus(config.leaseMargin());
    }
}

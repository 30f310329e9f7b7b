package org.outboxee.relay;

import java.time.Duration;

/**
 * How long a claim is valid, and until when one of its records may still be started (G4). A record is started only if
 * its delivery, at its slowest, and its settlement end before the lease does.
 *
 * <p>The relay counts by monotonic time, the store by its clock. A store whose clock is set forward ends claims by so
 * much earlier. That matters only for a node that loses its partition while it delivers, since an owner never takes its
 * own claims back; and only if the clock is set forward by more than settle timeout and margin meanwhile. Then another
 * node may deliver a record that is still being delivered. No rule of the relay can know that a clock will be set.
 *
 * @param lease how long a claim is valid
 * @param needed what must be left of it when a delivery starts
 */
public record LeasePolicy(Duration lease, Duration needed) {

    /** The longest lease; a configuration that needs more is refused. */
    public static final Duration MAX_LEASE = Duration.ofMinutes(30);

    /**
     * The policy of a configuration: {@code (ceil(batch / workers) + 1) * deliveryTimeout + settleTimeout +
     * leaseMargin}. Batches that are one lane are not covered by it; {@link #mayStart} covers those.
     */
    public static LeasePolicy of(RelayConfig config) {
        return of(
                config.batch(),
                config.workers(),
                config.deliveryTimeout(),
                config.settleTimeout(),
                config.leaseMargin());
    }

    static LeasePolicy of(int batch, int workers, Duration delivery, Duration settle, Duration margin) {
        long rounds = (batch + workers - 1L) / workers;
        Duration after = settle.plus(margin);
        return new LeasePolicy(delivery.multipliedBy(rounds + 1).plus(after), delivery.plus(after));
    }

    /**
     * Whether a record may be started now.
     *
     * @param claimStart the ticker's nanoseconds from before the claim was made
     * @param now the ticker's nanoseconds now
     */
    public boolean mayStart(long claimStart, long now) {
        return now - claimStart <= lease.minus(needed).toNanos();
    }
}

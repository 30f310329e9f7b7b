package org.outboxee.spi;

import java.time.Duration;
import org.outboxee.DeliveryInfo;

/**
 * Counts what happens. Called on hot paths: implementations return at once, do not throw, and are safe for concurrent
 * use. A CDI bean of this type is used when there is one.
 */
public interface OutboxMetrics {

    /** Counts nothing. */
    OutboxMetrics NONE = new OutboxMetrics() {};

    /** How a delivery ended. */
    enum Outcome {
        /** The handler succeeded. */
        DELIVERED,
        /** It failed and will be retried. */
        RETRIED,
        /** It failed for the last time. */
        DEAD
    }

    /** Messages of this name were committed. */
    default void emitted(String messageName, int count) {}

    /**
     * The first attempt to deliver a message has begun. Told when it has ended.
     *
     * @param age how long before it the message was written, by the store's clock; includes the delay that it was
     *     emitted with
     */
    default void started(DeliveryInfo delivery, Duration age) {}

    /** A delivery ended after this time in the handler. */
    default void delivered(DeliveryInfo delivery, Outcome outcome, Duration duration) {}

    /** Claimed records were given back undelivered. */
    default void released(int count) {}

    /** Settlements were ignored, since their records had been claimed by somebody else meanwhile (G5). */
    default void settlementsIgnored(int count) {}

    /** The ownership of a partition was lost to another node. */
    default void ownershipLost(int partition) {}

    /** A claim, or a part of it, lost against other transactions and is tried again. */
    default void claimConflict(int partition) {}

    /** One claim read so many pages of a partition, on stores that read in pages. */
    default void claimScanned(int partition, int pages) {}

    /** A claim failed after some of its records were claimed, and returned those. */
    default void claimTruncated() {}

    /** How the outbox is at the moment; told every {@code outbox.metrics.interval}. */
    default void sampled(OutboxSample sample) {}
}

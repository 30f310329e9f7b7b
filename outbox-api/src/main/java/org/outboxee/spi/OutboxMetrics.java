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

    /** A delivery ended after this time in the handler. */
    default void delivered(DeliveryInfo delivery, Outcome outcome, Duration duration) {}

    /** Claimed records were given back undelivered. */
    default void released(int count) {}

    /** Settlements were ignored, since their records had been claimed by somebody else meanwhile (G5). */
    default void settlementsIgnored(int count) {}

    /** The ownership of a partition was lost to another node. */
    default void ownershipLost(int partition) {}
}

package org.outboxee.relay;

import java.time.Duration;
import java.util.Optional;

/**
 * What differs for the handler of one message name and binding from the configuration of the relay. Immutable.
 *
 * @param maxAttempts in place of {@link RelayConfig#maxAttempts()}; 1 to 1000
 * @param deliveryTimeout in place of {@link RelayConfig#deliveryTimeout()}; 1 ms to that one, since it is what leases
 *     are made for
 * @param concurrency the most deliveries to it at a time on this node; at least 1, without it
 *     {@link RelayConfig#workers()} alone bounds them
 */
public record HandlerOptions(
        Optional<Integer> maxAttempts, Optional<Duration> deliveryTimeout, Optional<Integer> concurrency) {

    /** Nothing differs. */
    public static final HandlerOptions NONE = new HandlerOptions(Optional.empty(), Optional.empty(), Optional.empty());

    /** Options with another number of attempts. */
    public HandlerOptions withMaxAttempts(int value) {
        return new HandlerOptions(Optional.of(value), deliveryTimeout, concurrency);
    }

    /** Options with another timeout. */
    public HandlerOptions withDeliveryTimeout(Duration value) {
        return new HandlerOptions(maxAttempts, Optional.of(value), concurrency);
    }

    /** Options with a bound on what runs at the same time. */
    public HandlerOptions withConcurrency(int value) {
        return new HandlerOptions(maxAttempts, deliveryTimeout, Optional.of(value));
    }
}

package org.outboxee;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about the delivery that a handler is running. Injectable into an {@link OutboxHandler} observer method
 * as a parameter, and into beans that it calls on the same thread through {@code Instance<DeliveryInfo>}.
 *
 * <p>Immutable. Injecting it outside a delivery throws {@link IllegalStateException}.
 */
public interface DeliveryInfo {

    /** The message id, the same for every attempt and binding: the idempotency key for calls to the outside. */
    String messageId();

    /** The message name. */
    String name();

    /** The binding of the handler that is called. */
    String binding();

    /** The ordering key, empty for a message without one. */
    Optional<String> key();

    /** The headers as they were emitted; unmodifiable. */
    Map<String, String> headers();

    /** One header, empty when the message does not have it. Names are compared exactly. */
    default Optional<String> header(String name) {
        return Optional.ofNullable(headers().get(name));
    }

    /**
     * The number of this attempt, from 1. Failed attempts count; attempts that ended with the server do not. Starts
     * again after a replay.
     */
    int attempt();

    /** The number of failed attempts after which the message becomes a dead letter ({@code outbox.max-attempts}). */
    int maxAttempts();

    /** When the message was written, by the store's clock. */
    Instant createdAt();

    /** The partition of the outbox that the message belongs to, from 0. */
    int partition();

    /** The place of the message in its partition; grows in commit order among messages of one ordering key. */
    long seq();
}

package org.outboxee.cdi.internal.delivery;

import jakarta.enterprise.inject.spi.EventContext;
import jakarta.enterprise.inject.spi.EventMetadata;
import jakarta.enterprise.inject.spi.ObserverMethod;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.Handler;
import org.outboxee.spi.Delivery;

/**
 * Calls an observer method directly: an event that is fired would reach other observers of its type too, and stop at
 * the first that fails.
 *
 * @param observer the observer
 * @param <T> its event type
 */
public record ObserverHandler<T>(ObserverMethod<T> observer) implements Handler {

    @Override
    @SuppressWarnings("unchecked") // the codec decoded it to the observer's type
    public void handle(Object payload, Delivery delivery) {
        observer.notify(new Message<>((T) payload));
    }

    private record Message<T>(T getEvent) implements EventContext<T> {

        // There is none: nobody fired an event. Parameters that would need it are refused at deployment.
        @Override
        @SuppressWarnings("NullAway")
        public @Nullable EventMetadata getMetadata() {
            return null;
        }
    }
}

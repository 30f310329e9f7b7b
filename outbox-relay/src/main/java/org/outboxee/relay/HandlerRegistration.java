package org.outboxee.relay;

import java.lang.reflect.Type;
import org.outboxee.spi.Delivery;

/**
 * A handler with what it is registered for.
 *
 * @param name the message name
 * @param binding the handler's name among the handlers of that message name
 * @param payloadType the type that payloads are decoded to
 * @param handler the handler
 * @param completes whether the handler may complete a record in a transaction of its own, by {@link Delivery#complete}
 */
public record HandlerRegistration(String name, String binding, Type payloadType, Handler handler, boolean completes) {

    /** A handler whose records are completed when it has returned. */
    public HandlerRegistration(String name, String binding, Type payloadType, Handler handler) {
        this(name, binding, payloadType, handler, false);
    }
}

package org.outboxee.relay;

import java.lang.reflect.Type;

/**
 * A handler with what it is registered for.
 *
 * @param name the message name
 * @param binding the handler's name among the handlers of that message name
 * @param payloadType the type that payloads are decoded to
 * @param handler the handler
 */
public record HandlerRegistration(String name, String binding, Type payloadType, Handler handler) {}

package org.outboxee.relay;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.PayloadException;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.PayloadCodec;
import org.outboxee.spi.Producer;

/**
 * The default producer: decodes the payload and calls the handler that is registered for message name and binding.
 *
 * <p>Immutable, safe for concurrent use.
 */
public final class Dispatcher implements Producer {

    private final Map<String, Map<String, HandlerRegistration>> byName;
    private final PayloadCodec codec;

    /**
     * A dispatcher for these handlers.
     *
     * @param registrations the handlers, may be empty
     * @param codec decodes the payloads
     * @throws OutboxConfigurationException if two registrations share name and binding
     */
    public Dispatcher(Collection<HandlerRegistration> registrations, PayloadCodec codec) {
        Map<String, Map<String, HandlerRegistration>> handlers = new HashMap<>();
        for (HandlerRegistration registration : registrations) {
            Map<String, HandlerRegistration> bindings =
                    handlers.computeIfAbsent(registration.name(), name -> new LinkedHashMap<>());
            if (bindings.putIfAbsent(registration.binding(), registration) != null) {
                throw new OutboxConfigurationException(
                        "OUTBOX-02003",
                        "Two handlers of messages " + registration.name() + " have the binding "
                                + registration.binding() + "; give one of them another");
            }
        }
        this.byName = Map.copyOf(handlers);
        this.codec = codec;
    }

    /**
     * Decodes the payload and calls the handler, on the calling thread.
     *
     * @throws PayloadException if the payload cannot be decoded to the handler's type; the handler was not called
     * @throws IllegalStateException if no handler is registered for this name and binding; the relay does not ask for
     *     one that {@link #bindings} does not list
     * @throws Exception whatever the handler throws
     */
    @Override
    public void deliver(Delivery delivery) throws Exception {
        HandlerRegistration registration =
                byName.getOrDefault(delivery.name(), Map.of()).get(delivery.binding());
        if (registration == null) {
            throw new IllegalStateException(
                    "No handler of messages " + delivery.name() + " has the binding " + delivery.binding());
        }
        registration.handler().handle(decode(delivery, registration.payloadType()), delivery);
    }

    /** The bindings registered for this name, in the order of registration; unmodifiable. */
    @Override
    public Set<String> bindings(String messageName) {
        return Collections.unmodifiableSet(
                byName.getOrDefault(messageName, Map.of()).keySet());
    }

    /** The bindings of all registrations. */
    @Override
    public Optional<Map<String, Set<String>>> handled() {
        Map<String, Set<String>> bindings = new HashMap<>();
        byName.forEach((name, registrations) -> bindings.put(name, Set.copyOf(registrations.keySet())));
        return Optional.of(Map.copyOf(bindings));
    }

    /** Whether a handler is registered for this name and binding that completes its records itself. */
    @Override
    public boolean completes(String messageName, String binding) {
        HandlerRegistration registration =
                byName.getOrDefault(messageName, Map.of()).get(binding);
        return registration != null && registration.completes();
    }

    private Object decode(Delivery delivery, Type type) {
        // A codec may be an application's own: it is not held to its null contract by a compiler.
        @Nullable Object payload;
        try {
            payload = codec.decode(delivery.payload(), type);
        } catch (PayloadException e) {
            throw undecodable(delivery, type, String.valueOf(e.getMessage()), e);
        } catch (Exception | StackOverflowError e) {
            throw undecodable(delivery, type, e.toString(), e);
        }
        if (payload == null) {
            throw undecodable(delivery, type, "the codec returned null", null);
        }
        return payload;
    }

    private static PayloadException undecodable(
            Delivery delivery, Type type, String reason, @Nullable Throwable cause) {
        return new PayloadException(
                "OUTBOX-02004",
                "The payload of message " + delivery.messageId() + " of " + delivery.name()
                        + " cannot be decoded to " + type.getTypeName() + " (" + reason
                        + "); the stored bytes stay as they are",
                cause);
    }
}

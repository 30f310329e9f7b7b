package org.outboxee.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message to append: one record per binding comes of it.
 *
 * @param id the message id
 * @param name the message name
 * @param key the ordering key, {@code null} for none
 * @param payload the encoded payload; not to be changed by anyone
 * @param headers the headers, copied
 * @param availability when it becomes due
 * @param bindings the bindings to write a record for, or {@link Bindings#UNBOUND} alone; not empty
 * @param idRemembered whether the id stays taken for a while after the delivery: the caller chose it and may choose it
 *     again
 */
public record OutboxMessage(
        String id,
        String name,
        @Nullable String key,
        byte[] payload,
        Map<String, String> headers,
        Availability availability,
        Set<String> bindings,
        boolean idRemembered) {

    /**
     * Copies the collections.
     *
     * @throws IllegalArgumentException if there is no binding
     */
    public OutboxMessage {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        bindings = Set.copyOf(bindings);
        if (bindings.isEmpty()) {
            throw new IllegalArgumentException("Message " + id + " has no binding");
        }
    }

    /** A message whose id is its own, which need not be remembered. */
    public OutboxMessage(
            String id,
            String name,
            @Nullable String key,
            byte[] payload,
            Map<String, String> headers,
            Availability availability,
            Set<String> bindings) {
        this(id, name, key, payload, headers, availability, bindings, false);
    }
}

package org.outboxee.admin;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record that will not be delivered again unless it is replayed.
 *
 * @param id the record
 * @param name the message name
 * @param orderingKey the ordering key, {@code null} for a message without one
 * @param headers the headers, unmodifiable
 * @param attempts the failed attempts since it was emitted or last replayed
 * @param error the last failure, for people to read
 * @param createdAt when the message was written, by the store's clock
 */
public record DeadLetter(
        RecordId id,
        String name,
        @Nullable String orderingKey,
        Map<String, String> headers,
        int attempts,
        String error,
        Instant createdAt) {

    /** The ordering key, empty for a message without one. */
    public Optional<String> key() {
        return Optional.ofNullable(orderingKey);
    }
}

package org.outboxee.admin;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record as a list shows it.
 *
 * @param id the record
 * @param name the message name
 * @param orderingKey the ordering key, {@code null} for a message without one
 * @param state what it is doing
 * @param partition its partition
 * @param seq its place in the partition
 * @param createdAt when the message was written, by the store's clock
 * @param availableAt when it becomes or became due, by the store's clock
 * @param attempts the failed attempts since it was emitted or last replayed
 * @param crashes how often its node ended while it was claimed
 * @param error the last failure, for people to read; empty if there was none
 */
public record RecordSummary(
        RecordId id,
        String name,
        @Nullable String orderingKey,
        RecordState state,
        int partition,
        long seq,
        Instant createdAt,
        Instant availableAt,
        int attempts,
        int crashes,
        String error) {

    /** The ordering key, empty for a message without one. */
    public Optional<String> key() {
        return Optional.ofNullable(orderingKey);
    }
}

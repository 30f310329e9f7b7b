package org.outboxee.spi;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.RecordId;

/**
 * A preview of a pending record.
 *
 * @param id the record
 * @param seq its place in the partition
 * @param name the message name
 * @param key the ordering key, {@code null} for none
 * @param createdAt when it was written
 * @param availableAt when it becomes due
 * @param attempts failed attempts so far
 * @param crashes claims of it that ended with their owner
 */
public record PendingRecord(
        RecordId id,
        long seq,
        String name,
        @Nullable String key,
        Instant createdAt,
        Instant availableAt,
        int attempts,
        int crashes) {}

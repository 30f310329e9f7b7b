package org.outboxee.spi;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.RecordId;

/**
 * A record as a claim returned it.
 *
 * @param id the record
 * @param partition its partition
 * @param seq its place in the partition
 * @param name the message name
 * @param key the ordering key, {@code null} for none
 * @param payload the encoded payload; not to be changed by anyone
 * @param headers the headers, unmodifiable
 * @param createdAt when it was written
 * @param attempts failed attempts so far
 * @param crashes claims of it that ended with their owner
 * @param token what the claim stamped on it: unguessable, new for every claim
 * @param leaseExpiresAt until when the claim is valid
 * @param handle what the store needs to find it again; opaque to everyone else
 */
public record ClaimedRecord(
        RecordId id,
        int partition,
        long seq,
        String name,
        @Nullable String key,
        byte[] payload,
        Map<String, String> headers,
        Instant createdAt,
        int attempts,
        int crashes,
        String token,
        Instant leaseExpiresAt,
        Object handle) {

    /** The lane of this record, {@code null} for a record without a key. */
    public @Nullable Lane lane() {
        return key == null ? null : new Lane(partition, id.binding(), key);
    }

    /** Without the payload, which does not belong in logs. */
    @Override
    public String toString() {
        return "record " + id + " of " + name + " in partition " + partition;
    }
}

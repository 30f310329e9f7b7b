package org.outboxee.relay.internal;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.ClaimedRecord;

/** Claimed records of partition 0, of which a test cares about id and key only. */
final class Records {

    private Records() {}

    static ClaimedRecord record(String id, @Nullable String key) {
        return new ClaimedRecord(
                new RecordId(id, "default"),
                0,
                1,
                "name",
                key,
                new byte[0],
                Map.of(),
                Instant.EPOCH,
                0,
                0,
                "token",
                Instant.EPOCH,
                "handle");
    }
}

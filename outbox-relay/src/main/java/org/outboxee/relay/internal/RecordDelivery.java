package org.outboxee.relay.internal;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Delivery;

/** One attempt to deliver a record, as the producer sees it. */
record RecordDelivery(
        String messageId,
        String name,
        String binding,
        Optional<String> key,
        Map<String, String> headers,
        int attempt,
        int maxAttempts,
        Instant createdAt,
        int partition,
        long seq,
        byte[] payload)
        implements Delivery {

    static RecordDelivery of(ClaimedRecord record, int maxAttempts) {
        return new RecordDelivery(
                record.id().messageId(),
                record.name(),
                record.id().binding(),
                Optional.ofNullable(record.key()),
                record.headers(),
                record.attempts() + 1,
                maxAttempts,
                record.createdAt(),
                record.partition(),
                record.seq(),
                record.payload());
    }

    /** Without the payload, which does not belong in logs. */
    @Override
    public String toString() {
        return "attempt " + attempt + " of " + maxAttempts + " of message " + messageId + " (" + binding + ") of "
                + name;
    }
}

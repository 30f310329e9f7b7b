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
        byte[] payload,
        Runnable completion)
        implements Delivery {

    /** For those who want to know about it only. */
    static RecordDelivery of(ClaimedRecord record, int maxAttempts) {
        return of(record, maxAttempts, () -> {
            throw new IllegalStateException("The delivery of " + record + " is over");
        });
    }

    /** For the producer, which completes it by the given action, if it does. */
    static RecordDelivery of(ClaimedRecord record, int maxAttempts, Runnable completion) {
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
                record.payload(),
                completion);
    }

    @Override
    public void complete() {
        completion.run();
    }

    /** Without the payload, which does not belong in logs. */
    @Override
    public String toString() {
        return "attempt " + attempt + " of " + maxAttempts + " of message " + messageId + " (" + binding + ") of "
                + name;
    }
}

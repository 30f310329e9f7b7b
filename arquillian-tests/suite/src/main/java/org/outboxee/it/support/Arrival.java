package org.outboxee.it.support;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.outboxee.DeliveryInfo;

/**
 * One call of a handler, as the handler saw it.
 *
 * @param text the text of the note
 * @param messageId the message id
 * @param binding the handler's binding
 * @param key the ordering key
 * @param headers the headers
 * @param attempt the number of the attempt
 * @param createdAt when the message was written
 * @param seq its place in its partition
 */
public record Arrival(
        String text,
        String messageId,
        String binding,
        Optional<String> key,
        Map<String, String> headers,
        int attempt,
        Instant createdAt,
        long seq) {

    static Arrival of(String text, DeliveryInfo info) {
        return new Arrival(
                text,
                info.messageId(),
                info.binding(),
                info.key(),
                info.headers(),
                info.attempt(),
                info.createdAt(),
                info.seq());
    }
}

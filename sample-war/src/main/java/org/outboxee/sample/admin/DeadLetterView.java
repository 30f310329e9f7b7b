package org.outboxee.sample.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.sample.orders.Orders;

/**
 * A dead letter as clients see it.
 *
 * @param messageId the message id
 * @param binding the binding; both together name the dead letter
 * @param name the message name
 * @param order the order that it is about
 * @param attempts the failed attempts
 * @param error the last failure
 * @param createdAt when the message was written
 */
public record DeadLetterView(
        String messageId,
        String binding,
        String name,
        @Nullable String order,
        int attempts,
        String error,
        Instant createdAt) {

    static DeadLetterView of(DeadLetter letter) {
        return new DeadLetterView(
                letter.id().messageId(),
                letter.id().binding(),
                letter.name(),
                letter.headers().get(Orders.ORDER_HEADER),
                letter.attempts(),
                letter.error(),
                letter.createdAt());
    }
}

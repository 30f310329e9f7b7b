package org.outboxee.sample.orders;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as clients see it.
 *
 * @param id the order's id
 * @param customer the customer's id
 * @param number the number among the customer's orders
 * @param product what was ordered
 * @param amount what it costs
 * @param placedAt when it was placed
 * @param paidAt when it was paid, {@code null} until then
 */
public record OrderView(
        String id,
        String customer,
        int number,
        String product,
        BigDecimal amount,
        Instant placedAt,
        @Nullable Instant paidAt) {

    static OrderView of(PurchaseOrder order) {
        return new OrderView(
                order.id(),
                order.customer(),
                order.number(),
                order.product(),
                order.amount(),
                order.placedAt(),
                order.paidAt().orElse(null));
    }
}

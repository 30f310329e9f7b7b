package org.outboxee.sample.orders;

import java.math.BigDecimal;

/**
 * The message {@code order.confirmation}: tell the customer about the order. Its ordering key is the customer, so that
 * each customer is told in the order of the order numbers.
 *
 * @param orderId the order
 * @param customer the customer's id
 * @param number the order's number among the customer's
 * @param product what was ordered
 * @param amount what it costs
 */
public record OrderConfirmation(String orderId, String customer, int number, String product, BigDecimal amount) {

    /** The message name. */
    public static final String NAME = "order.confirmation";
}

package org.outboxee.sample.orders;

import java.math.BigDecimal;

/**
 * The message {@code payment.capture}: collect the money for an order. It has no ordering key, since payments may
 * overtake each other.
 *
 * @param orderId the order
 * @param amount what to collect
 */
public record CapturePayment(String orderId, BigDecimal amount) {

    /** The message name. */
    public static final String NAME = "payment.capture";
}

package org.outboxee.sample.orders;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.outboxee.sample.web.RequestException;

/**
 * What a client sends to place an order. Anything may be missing or wrong until {@link #checked()} has looked.
 *
 * @param customer the customer's id
 * @param product what is ordered, 1 to 100 characters
 * @param amount what it costs: above 0, at most 1,000,000, with at most two decimals
 */
public record NewOrder(
        @Nullable String customer,
        @Nullable String product,
        @Nullable BigDecimal amount) {

    private static final int LONGEST_TEXT = 100;
    private static final BigDecimal HIGHEST_AMOUNT = new BigDecimal("1000000");

    /**
     * An order that passed the checks.
     *
     * @param customer the customer's id, which may still be nobody's
     * @param product what is ordered
     * @param amount what it costs, with two decimals
     */
    public record Checked(String customer, String product, BigDecimal amount) {}

    /**
     * The order with nothing missing.
     *
     * @throws RequestException if a part is missing or out of range
     */
    public Checked checked() {
        return new Checked(checkedText("customer", customer), checkedText("product", product), checkedAmount());
    }

    private static String checkedText(String what, @Nullable String text) {
        if (text == null || text.isBlank() || text.length() > LONGEST_TEXT) {
            throw RequestException.invalid(what + " is " + (text == null ? "missing" : "'" + text + "'")
                    + "; allowed is text of 1 to " + LONGEST_TEXT + " characters");
        }
        return text.strip();
    }

    private BigDecimal checkedAmount() {
        if (amount == null) {
            throw RequestException.invalid("amount is missing; allowed is a number above 0, at most 1000000");
        }
        BigDecimal plain = amount.stripTrailingZeros();
        if (plain.signum() <= 0 || plain.compareTo(HIGHEST_AMOUNT) > 0 || plain.scale() > 2) {
            throw RequestException.invalid("amount is " + amount
                    + "; allowed is a number above 0, at most 1000000, with at most two decimals");
        }
        return plain.setScale(2);
    }
}

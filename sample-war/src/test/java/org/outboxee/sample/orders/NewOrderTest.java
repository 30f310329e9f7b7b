package org.outboxee.sample.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxee.sample.web.RequestException;

class NewOrderTest {

    @ParameterizedTest
    @ValueSource(strings = {"0.01", "19.90", "1000000", "1e2", "1.100"})
    void an_amount_with_at_most_two_decimals_is_taken(BigDecimal amount) {
        assertThat(new NewOrder("ada", "Pen", amount).checked().amount()).isEqualByComparingTo(amount);
    }

    @ParameterizedTest
    @CsvSource({"10, 10.00", "1e2, 100.00", "0.5, 0.50", "1.100, 1.10", "19.90, 19.90"})
    void an_amount_is_kept_with_two_decimals(BigDecimal amount, String kept) {
        assertThat(new NewOrder("ada", "Pen", amount).checked().amount()).hasToString(kept);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"0", "-1", "1000000.01", "0.001", "1e9999", "1e-9999"})
    void any_other_amount_is_refused(BigDecimal amount) {
        refused(new NewOrder("ada", "Pen", amount), "amount is ");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void a_product_must_have_a_name(String product) {
        refused(new NewOrder("ada", product, BigDecimal.ONE), "product is ");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void an_order_must_have_a_customer(String customer) {
        refused(new NewOrder(customer, "Pen", BigDecimal.ONE), "customer is ");
    }

    @Test
    void a_product_has_at_most_a_hundred_characters() {
        assertThat(new NewOrder("ada", "x".repeat(100), BigDecimal.ONE)
                        .checked()
                        .product())
                .hasSize(100);
        refused(new NewOrder("ada", "x".repeat(101), BigDecimal.ONE), "product is ");
    }

    private static void refused(NewOrder order, String reason) {
        assertThatExceptionOfType(RequestException.class)
                .isThrownBy(order::checked)
                .satisfies(refusal -> {
                    assertThat(refusal.status()).isEqualTo(400);
                    assertThat(refusal.reason()).startsWith(reason);
                });
    }
}

package org.outboxee.sample.orders;

import java.math.BigDecimal;

/**
 * A customer as clients see it.
 *
 * @param id the customer's id
 * @param name the name
 * @param orderLimit the most that one order may cost
 */
public record CustomerView(String id, String name, BigDecimal orderLimit) {

    static CustomerView of(Customer customer) {
        return new CustomerView(customer.id(), customer.name(), customer.orderLimit());
    }
}

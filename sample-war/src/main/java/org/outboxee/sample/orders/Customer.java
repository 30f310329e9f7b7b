package org.outboxee.sample.orders;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;

/** A customer, and the number of the last order; whoever counts on locks the row first. */
@Entity
@Table(name = "shop_customer")
public class Customer {

    @Id
    private String id;

    private String name;

    @Column(name = "order_limit")
    private BigDecimal orderLimit;

    @Column(name = "last_order_number")
    private int lastOrderNumber;

    /** For JPA. */
    protected Customer() {}

    /** The customer's id, which is also the ordering key of the messages about the orders. */
    public String id() {
        return id;
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** The most that one order may cost. */
    public BigDecimal orderLimit() {
        return orderLimit;
    }

    /** Whether an order of this amount is within the limit. */
    public boolean mayOrder(BigDecimal amount) {
        return amount.compareTo(orderLimit) <= 0;
    }

    /** Takes the next order number: 1, 2, 3 and so on. */
    int takeOrderNumber() {
        lastOrderNumber++;
        return lastOrderNumber;
    }
}

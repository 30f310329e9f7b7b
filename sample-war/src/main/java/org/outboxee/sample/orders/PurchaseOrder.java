package org.outboxee.sample.orders;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An order. Times are stored as milliseconds since 1970, which every database and provider keeps as they are. */
@Entity
@Table(name = "shop_order")
public class PurchaseOrder {

    @Id
    private String id;

    @Column(name = "customer_id")
    private String customer;

    @Column(name = "order_number")
    private int number;

    private String product;

    private BigDecimal amount;

    @Column(name = "placed_at")
    private long placedAt;

    @Column(name = "paid_at")
    private @Nullable Long paidAt;

    /** For JPA. */
    protected PurchaseOrder() {}

    PurchaseOrder(String customer, int number, String product, BigDecimal amount, Instant placedAt) {
        this.id = customer + "-" + number;
        this.customer = customer;
        this.number = number;
        this.product = product;
        this.amount = amount;
        this.placedAt = placedAt.toEpochMilli();
    }

    /** The id, such as {@code ada-17}. */
    public String id() {
        return id;
    }

    /** The customer's id. */
    public String customer() {
        return customer;
    }

    /** The number among the customer's orders, from 1 and without gaps. */
    public int number() {
        return number;
    }

    /** What was ordered. */
    public String product() {
        return product;
    }

    /** What it costs. */
    public BigDecimal amount() {
        return amount;
    }

    /** When it was placed. */
    public Instant placedAt() {
        return Instant.ofEpochMilli(placedAt);
    }

    /** When it was paid, empty until then. */
    public Optional<Instant> paidAt() {
        return Optional.ofNullable(paidAt).map(Instant::ofEpochMilli);
    }

    /** Notes the payment; a second time changes nothing. */
    void paid(Instant at) {
        if (paidAt == null) {
            paidAt = at.toEpochMilli();
        }
    }
}

package org.outboxee.sample.mail;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import org.outboxee.DeliveryInfo;
import org.outboxee.sample.orders.OrderConfirmation;

/** A mail that was sent. Ids are taken one by one from a sequence, so they tell the order of sending. */
@Entity
@Table(name = "shop_mail")
public class SentMail {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "shop_mail_seq")
    @SequenceGenerator(name = "shop_mail_seq", sequenceName = "shop_mail_seq", allocationSize = 1)
    private long id;

    @Column(name = "message_id")
    private String messageId;

    @Column(name = "order_id")
    private String orderId;

    @Column(name = "customer_id")
    private String customer;

    @Column(name = "order_number")
    private int number;

    private int attempt;

    private int deliveries;

    @Column(name = "sent_at")
    private long sentAt;

    /** For JPA. */
    protected SentMail() {}

    SentMail(OrderConfirmation order, DeliveryInfo delivery, Instant sentAt) {
        this.messageId = delivery.messageId();
        this.orderId = order.orderId();
        this.customer = order.customer();
        this.number = order.number();
        this.attempt = delivery.attempt();
        this.deliveries = 1;
        this.sentAt = sentAt.toEpochMilli();
    }

    /** Counts a delivery of a message that was handled before. */
    void deliveredAgain() {
        deliveries++;
    }

    MailView view() {
        return new MailView(id, orderId, customer, number, attempt, deliveries, Instant.ofEpochMilli(sentAt));
    }
}

package org.outboxee.sample.payment;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.sample.orders.CapturePayment;
import org.outboxee.sample.orders.Orders;
import org.outboxee.sample.provider.PaymentProvider;

/** Collects the money for an order, and notes that it was paid. */
@ApplicationScoped
public class PaymentCollector {

    @Inject
    private PaymentProvider provider;

    @Inject
    private Orders orders;

    void capture(@Observes @OutboxHandler(CapturePayment.NAME) CapturePayment payment, DeliveryInfo delivery) {
        // The message id is the same for every attempt: the provider does not collect twice.
        provider.call(delivery.messageId());
        orders.paid(payment.orderId());
    }
}

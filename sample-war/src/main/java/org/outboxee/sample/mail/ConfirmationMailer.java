package org.outboxee.sample.mail;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.sample.orders.OrderConfirmation;
import org.outboxee.sample.provider.MailProvider;

/**
 * Sends the confirmation of an order. Without a transaction of its own: no connection is held while the provider works.
 */
@ApplicationScoped
public class ConfirmationMailer {

    @Inject
    private MailLog log;

    @Inject
    private MailProvider provider;

    void confirm(@Observes @OutboxHandler(OrderConfirmation.NAME) OrderConfirmation order, DeliveryInfo delivery) {
        // Delivery is at least once: a message that comes again was handled, unless the server died in between.
        if (log.isRepeated(delivery.messageId())) {
            return;
        }
        provider.call(delivery.messageId());
        log.add(order, delivery);
    }
}

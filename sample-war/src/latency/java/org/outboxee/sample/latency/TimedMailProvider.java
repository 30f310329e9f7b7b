package org.outboxee.sample.latency;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.sample.orders.Orders;
import org.outboxee.sample.provider.MailProvider;

/** The mail provider with a stopwatch: the handler reaches it after it has looked for a repeated delivery. */
@Alternative
@Priority(1)
@ApplicationScoped
public class TimedMailProvider extends MailProvider {

    @Inject
    private Stopwatch stopwatch;

    @Inject
    private Instance<DeliveryInfo> delivery;

    @Override
    public void call(String idempotencyKey) {
        stopwatch.handled(delivery.get().header(Orders.ORDER_HEADER).orElseThrow());
        super.call(idempotencyKey);
    }
}

package org.outboxee.it.exactlyonce;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;

/** Says nothing about transactions but that its messages complete in one. */
@ApplicationScoped
class PlainHandler {

    @Inject
    Bench bench;

    void on(@Observes @OutboxHandler(value = "plain", transactional = true) Task task, DeliveryInfo info)
            throws Exception {
        bench.work(task, info);
    }
}

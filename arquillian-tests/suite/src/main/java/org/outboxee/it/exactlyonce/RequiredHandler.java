package org.outboxee.it.exactlyonce;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;

/** Joins by the container's interceptor. */
@ApplicationScoped
class RequiredHandler {

    @Inject
    Bench bench;

    @Transactional
    void on(@Observes @OutboxHandler(value = "required", transactional = true) Task task, DeliveryInfo info)
            throws Exception {
        bench.work(task, info);
    }
}

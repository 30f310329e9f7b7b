package org.outboxee.it.fail;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;

/** Throws through the transaction interceptor. */
@ApplicationScoped
class TransactionalWorker {

    @Inject
    Workshop workshop;

    @Transactional
    void work(@Observes @OutboxHandler("transactional") Job job, DeliveryInfo info) throws Exception {
        workshop.work(job, info);
    }
}

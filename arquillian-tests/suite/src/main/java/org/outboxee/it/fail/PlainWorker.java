package org.outboxee.it.fail;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;

/** Throws straight out of a CDI bean. */
@ApplicationScoped
class PlainWorker {

    @Inject
    Workshop workshop;

    void work(@Observes @OutboxHandler("plain") Job job, DeliveryInfo info) throws Exception {
        workshop.work(job, info);
    }
}

package org.outboxee.it.fail;

import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;

/** Throws through the EJB container, which wraps what it takes for a system exception. */
@Stateless
public class SessionBeanWorker {

    @Inject
    Workshop workshop;

    /** A business method that observes. */
    public void work(@Observes @OutboxHandler("session-bean") Job job, DeliveryInfo info) throws Exception {
        workshop.work(job, info);
    }
}

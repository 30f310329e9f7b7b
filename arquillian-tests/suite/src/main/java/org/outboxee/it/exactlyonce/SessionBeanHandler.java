package org.outboxee.it.exactlyonce;

import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;

/** Joins by the EJB container, whose default attribute is REQUIRED. */
@Stateless
public class SessionBeanHandler {

    @Inject
    Bench bench;

    /** A business method that observes. */
    public void on(@Observes @OutboxHandler(value = "session-bean", transactional = true) Task task, DeliveryInfo info)
            throws Exception {
        bench.work(task, info);
    }
}

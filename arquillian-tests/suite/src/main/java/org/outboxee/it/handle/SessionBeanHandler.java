package org.outboxee.it.handle;

import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** A handler on a session bean, in the transaction of the EJB container. */
@Stateless
public class SessionBeanHandler {

    @Inject
    Surroundings surroundings;

    /** A business method that observes. */
    public void on(@Observes @OutboxHandler("session-bean") Note note, DeliveryInfo info) {
        surroundings.report(note, info);
    }
}

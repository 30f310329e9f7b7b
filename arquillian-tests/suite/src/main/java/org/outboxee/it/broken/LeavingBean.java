package org.outboxee.it.broken;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** The same by the EJB container. */
@Stateless
public class LeavingBean {

    /** A business method that observes. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void on(@Observes @OutboxHandler(value = "leaving-bean", transactional = true) Note note) {}
}

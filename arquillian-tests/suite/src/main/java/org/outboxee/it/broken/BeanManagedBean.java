package org.outboxee.it.broken;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.event.Observes;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** Is suspended from the transaction in which its message completes. */
@Stateless
@TransactionManagement(TransactionManagementType.BEAN)
public class BeanManagedBean {

    /** A business method that observes. */
    public void on(@Observes @OutboxHandler(value = "bean-managed", transactional = true) Note note) {}
}

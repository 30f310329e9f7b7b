package org.outboxee.it.broken;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** Asks for the transaction in which its message completes, and leaves it. */
@ApplicationScoped
class Leaving {

    @Transactional(TxType.REQUIRES_NEW)
    void alone(@Observes @OutboxHandler(value = "alone", transactional = true) Note note) {}
}

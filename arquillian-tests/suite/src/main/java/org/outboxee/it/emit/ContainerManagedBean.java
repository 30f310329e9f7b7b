package org.outboxee.it.emit;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import org.outboxee.Outbox;
import org.outboxee.it.support.Note;

/** Emits in the transaction that the EJB container gives each business method. */
@Stateless
public class ContainerManagedBean {

    @Resource
    SessionContext context;

    @Inject
    Outbox outbox;

    /** Commits. */
    public String send(String text) {
        return outbox.emit("note", new Note(text));
    }

    /** Rolls back. */
    public String sendAndRollBack(String text) {
        String id = outbox.emit("note", new Note(text));
        context.setRollbackOnly();
        return id;
    }
}

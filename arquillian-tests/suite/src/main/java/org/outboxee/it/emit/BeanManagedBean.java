package org.outboxee.it.emit;

import static jakarta.ejb.TransactionManagementType.BEAN;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import org.outboxee.Outbox;
import org.outboxee.it.support.Note;

/** Emits in transactions that the bean begins and ends itself. */
@Stateless
@TransactionManagement(BEAN)
public class BeanManagedBean {

    @Resource
    UserTransaction transaction;

    @Inject
    Outbox outbox;

    /** One transaction that commits. */
    public String send(String text) throws Exception {
        transaction.begin();
        String id = outbox.emit("note", new Note(text));
        transaction.commit();
        return id;
    }

    /** One transaction that rolls back. */
    public String sendAndRollBack(String text) throws Exception {
        transaction.begin();
        String id = outbox.emit("note", new Note(text));
        transaction.rollback();
        return id;
    }
}

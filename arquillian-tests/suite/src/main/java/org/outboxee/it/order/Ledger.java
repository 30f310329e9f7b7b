package org.outboxee.it.order;

import static jakarta.persistence.LockModeType.PESSIMISTIC_WRITE;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.concurrent.Future;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;

/** Business code whose row lock gives the commits of one account an order that the test knows. */
@ApplicationScoped
class Ledger {

    @PersistenceContext
    EntityManager em;

    @Resource(lookup = "java:comp/DefaultManagedExecutorService")
    ManagedExecutorService executor;

    @Inject
    Outbox outbox;

    @Transactional
    void open(String account) {
        em.persist(new Account(account));
    }

    @Transactional
    void post(String account) {
        int number = em.find(Account.class, account, PESSIMISTIC_WRITE).nextPosting();
        outbox.emit("posting", new Posting(account, number), EmitOptions.key(account));
    }

    /** Runs work on a thread of the container. */
    Future<?> inBackground(Runnable work) {
        return executor.submit(work);
    }
}

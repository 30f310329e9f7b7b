package org.outboxee.it.undeploy;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.UUID;

/** Writes receipts, in a transaction: the database has to work for as long as a handler runs. */
@ApplicationScoped
class Receipts {

    @PersistenceContext
    EntityManager em;

    @Transactional
    void write(String note) {
        em.persist(new Receipt(UUID.randomUUID().toString(), note));
    }
}

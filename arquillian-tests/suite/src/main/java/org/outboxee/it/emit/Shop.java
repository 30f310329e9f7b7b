package org.outboxee.it.emit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Business code on the application's own EntityManager; joins the caller's transaction. */
@ApplicationScoped
class Shop {

    @PersistenceContext
    EntityManager em;

    void buy(String id) {
        em.persist(new Purchase(id));
    }

    void pay(String id) {
        em.find(Purchase.class, id).pay();
    }

    void pack(String id) {
        em.persist(new Parcel(id));
    }

    void send(String id) {
        em.find(Parcel.class, id).send();
    }

    void flush() {
        em.flush();
    }

    long purchasesPaid() {
        return em.createQuery("select count(p) from Purchase p where p.state = 'paid'", Long.class)
                .getSingleResult();
    }
}

package org.outboxee.sample;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnit;
import org.outboxee.jpa.OutboxUnit;

/** Tells the outbox which persistence unit it shares with the shop: one unit, one transaction, one connection. */
@ApplicationScoped
public class ShopPersistence {

    @Produces
    @OutboxUnit
    @PersistenceUnit(unitName = "shop")
    EntityManagerFactory factory;
}

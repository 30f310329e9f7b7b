package org.outboxee.it.cluster.app;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnit;
import org.outboxee.jpa.OutboxUnit;

/** Gives the JPA store the application's own unit. */
@Dependent
class OutboxUnitProducer {

    @Produces
    @OutboxUnit
    @PersistenceUnit(unitName = "application")
    EntityManagerFactory factory;
}

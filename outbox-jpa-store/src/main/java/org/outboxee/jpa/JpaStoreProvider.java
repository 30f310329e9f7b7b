package org.outboxee.jpa;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManagerFactory;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.jpa.internal.JpaBackend;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;

/**
 * Opens the outbox in the persistence unit that the application marks with {@link OutboxUnit}.
 *
 * <p>Setting {@code outbox.jpa.schema}: {@code check} (default) refuses to open unless the tables, columns and indexes
 * of the mapping are there; {@code create} creates what is missing first, under the default names, for development.
 */
@Dependent
public class JpaStoreProvider implements StoreProvider {

    private final Instance<EntityManagerFactory> units;

    /** For CDI. */
    @Inject
    public JpaStoreProvider(@OutboxUnit Instance<EntityManagerFactory> units) {
        this.units = units;
    }

    @Override
    public String name() {
        return "jpa";
    }

    /**
     * Opens the store.
     *
     * @throws OutboxConfigurationException if there is no {@link OutboxUnit} or more than one, its mapping or its
     *     tables are incomplete, the database is unknown, or the outbox was created with another number of partitions
     * @throws org.outboxee.spi.OutboxStoreException if the database fails
     */
    @Override
    public OutboxBackend open(StoreContext context) {
        if (!units.isResolvable()) {
            throw new OutboxConfigurationException(
                    "OUTBOX-03014",
                    "The JPA store needs to know the persistence unit that holds the outbox, and found "
                            + (units.isUnsatisfied() ? "none" : "several")
                            + ". Let exactly one bean of the application have a field like this, with the name of your unit:"
                            + " @Produces @OutboxUnit @PersistenceUnit(unitName = \"shop\") EntityManagerFactory factory;");
        }
        return JpaBackend.open(units.get(), context);
    }
}

package org.outboxee.jpa.testing;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.spi.PersistenceProvider;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceProvider;

/** The persistence providers, each set up for {@link Jta}. */
public enum Provider {
    HIBERNATE {
        @Override
        PersistenceProvider spi() {
            return new HibernatePersistenceProvider();
        }

        @Override
        Map<String, Object> properties() {
            return Map.of(
                    "hibernate.transaction.jta.platform",
                    new NarayanaJtaPlatform(),
                    // As a server sets it: no leniency with queries and their parameters.
                    "hibernate.jpa.compliance",
                    "true");
        }
    },

    /** Without weaving, which outside a container needs an agent. */
    ECLIPSELINK {
        @Override
        PersistenceProvider spi() {
            return new org.eclipse.persistence.jpa.PersistenceProvider();
        }

        @Override
        Map<String, Object> properties() {
            return Map.of(
                    "eclipselink.target-server", NarayanaPlatform.class.getName(),
                    "eclipselink.weaving", "false",
                    "eclipselink.logging.level", "OFF");
        }
    };

    abstract PersistenceProvider spi();

    abstract Map<String, Object> properties();

    /** Builds a unit of {@code persistence.xml} on a database. */
    public EntityManagerFactory createFactory(String unit, DataSource dataSource, Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(properties());
        all.putAll(more);
        all.put("jakarta.persistence.jtaDataSource", dataSource);
        // Two factories of one unit are two sessions; EclipseLink would share one.
        all.put("eclipselink.session-name", unit + System.identityHashCode(dataSource));
        return spi().createEntityManagerFactory(unit, all);
    }
}

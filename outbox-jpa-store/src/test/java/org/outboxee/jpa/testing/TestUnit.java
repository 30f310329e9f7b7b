package org.outboxee.jpa.testing;

import jakarta.persistence.EntityManagerFactory;
import java.util.Map;

/** A persistence unit of the application on a database of its own. */
public final class TestUnit implements AutoCloseable {

    private final TestDatabase database;
    private final EntityManagerFactory factory;

    /** Builds the unit {@code shop}. */
    public TestUnit(Provider provider, TestDatabase.Kind kind, int connections) {
        this(provider, kind, connections, "shop");
    }

    /** Builds a unit of {@code persistence.xml}. */
    public TestUnit(Provider provider, TestDatabase.Kind kind, int connections, String unit) {
        this(provider, new TestDatabase(kind, connections), unit);
    }

    /** Builds a unit of {@code persistence.xml} on a database that is closed with it. */
    public TestUnit(Provider provider, TestDatabase database, String unit) {
        this.database = database;
        factory = provider.createFactory(unit, database.dataSource(), Map.of());
    }

    public TestDatabase database() {
        return database;
    }

    public EntityManagerFactory factory() {
        return factory;
    }

    @Override
    public void close() {
        factory.close();
        database.close();
    }
}

package org.outboxee.jpa.internal;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.tck.StoreCapabilities;
import org.outboxee.tck.StoreHarness;
import org.outboxee.tck.StoreTck;

/** Scenario 24: names that need delimiters, in native SQL too. */
class DelimitedPostgresqlTckTest extends StoreTck {

    private static TestUnit unit;

    @BeforeAll
    static void build() {
        unit = new TestUnit(Provider.ECLIPSELINK, Kind.POSTGRESQL, 20, "delimited");
        TestStore.create(unit).close();
    }

    @AfterAll
    static void close() {
        unit.close();
    }

    @Override
    protected StoreHarness newHarness() {
        return new JpaHarness(unit, StoreCapabilities.FULL);
    }
}

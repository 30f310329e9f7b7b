package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.jpa.testing.OutboxLog;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement.Completed;

/** What a unit has to map, and what it may map otherwise. */
class MappingTest {

    @ParameterizedTest
    @EnumSource
    void unitWithoutTheMappingFileIsRefusedWithTheLineThatIsMissing(Provider provider) {
        try (TestUnit unit = new TestUnit(provider, Kind.H2, 2, "unmapped")) {
            assertThatThrownBy(() -> TestStore.open(unit))
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageStartingWith("OUTBOX-03003: ")
                    .hasMessageContaining("<mapping-file>META-INF/outbox-orm.xml</mapping-file>");
        }
    }

    /** Scenario 24. */
    @ParameterizedTest
    @CsvSource({
        "HIBERNATE,H2,renamed",
        "ECLIPSELINK,H2,renamed",
        "HIBERNATE,POSTGRESQL,renamed",
        "ECLIPSELINK,POSTGRESQL,renamed",
        "HIBERNATE,MARIADB,renamed-catalog"
    })
    void missingTablesAreNamedAsTheUnitMapsThemAndTheLogHasTheirScript(Provider provider, Kind kind, String mapping) {
        try (TestUnit unit = new TestUnit(provider, kind, 2, mapping);
                OutboxLog log = new OutboxLog(Level.INFO)) {
            String side = createSide(unit, kind);
            assertThatThrownBy(() -> TestStore.open(unit))
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageContaining(
                            "missing: table side.ob_partition; table side.ob_counter; table side.ob_node; table side.ob_record. A script"
                                    + " that creates them by the names of your mapping is in the log under OUTBOX-03017");
            String script = log.lines("OUTBOX-03017").get(0);
            assertThat(script).doesNotContain("outbox_record").doesNotContain("message_id");
            unit.database().execute(script.substring(script.indexOf('\n') + 1).split(";\\s*(\n|$)"));
            TestStore.open(unit).close();
            unit.database().execute("drop schema " + side + (kind == Kind.MARIADB ? "" : " cascade"));
        }
    }

    /** Scenario 24. */
    @ParameterizedTest
    @CsvSource({
        "HIBERNATE,H2,renamed",
        "ECLIPSELINK,H2,renamed",
        "HIBERNATE,POSTGRESQL,renamed",
        "ECLIPSELINK,POSTGRESQL,renamed",
        "HIBERNATE,MARIADB,renamed-catalog"
    })
    void tablesMayHaveOtherNamesInAnotherSchema(Provider provider, Kind kind, String mapping) {
        try (TestUnit unit = new TestUnit(provider, kind, 5, mapping)) {
            String side = createSide(unit, kind);
            try (TestStore store = TestStore.create(unit)) {
                store.commit(message("m1", "key"), message("m2", null));
                for (int partition = 0; partition < TestStore.PARTITIONS; partition++) {
                    PartitionLease lease = store.acquire(partition);
                    store.backend
                            .store()
                            .settle(store.claim(lease, 10).stream()
                                    .map(Completed::new)
                                    .toList());
                }
                assertThat(store.pending()).isEmpty();
            }
            assertThatThrownBy(() -> TestStore.open(unit, "test", 7))
                    .hasMessageStartingWith("OUTBOX-03006: ")
                    .hasMessageContaining("when side.ob_record holds no record")
                    .hasMessageContaining("its rows in side.ob_partition and its counters in side.ob_counter");
            unit.database()
                    .execute("alter table side.ob_record " + (kind == Kind.H2 ? "alter" : "rename") + " column msg_id"
                            + (kind == Kind.H2 ? " rename" : "") + " to other");
            assertThatThrownBy(() -> TestStore.open(unit))
                    .hasMessageContaining("column msg_id of table side.ob_record")
                    .hasMessageContaining("unique constraint (outbox_id, msg_id, binding) on table side.ob_record");
            unit.database().execute("drop schema " + side + (kind == Kind.MARIADB ? "" : " cascade"));
        }
    }

    /** {@link DelimitedPostgresqlTckTest} has more of it. */
    @ParameterizedTest
    @CsvSource({"HIBERNATE,H2", "ECLIPSELINK,H2", "HIBERNATE,POSTGRESQL", "HIBERNATE,MARIADB"})
    void namesMayNeedDelimiters(Provider provider, Kind kind) {
        try (TestUnit unit = new TestUnit(provider, kind, 5, "delimited");
                TestStore store = TestStore.create(unit)) {
            store.commit(message("m1", "key"), message("m2", "key"));
            PartitionLease lease = store.acquire(Partitions.forKey("key", TestStore.PARTITIONS));
            assertThat(store.backend
                            .store()
                            .settle(store.claim(lease, 10).stream()
                                    .map(Completed::new)
                                    .toList()))
                    .isEqualTo(new SettleResult(2, 0));
        }
    }

    /** On MariaDB a schema is a database of the server, which all tests share. */
    private static String createSide(TestUnit unit, Kind kind) {
        if (kind == Kind.MARIADB) {
            unit.database().execute("drop schema if exists side");
        }
        unit.database().execute("create schema side");
        return "side";
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void hibernateFindsTheScriptsTablesValid(Kind kind) {
        try (TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, kind)) {
            Provider.HIBERNATE
                    .createFactory("shop", unit.database().dataSource(), Map.of("hibernate.hbm2ddl.auto", "validate"))
                    .close();
        }
    }
}

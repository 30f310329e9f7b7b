package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.PartitionLease;
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

    @ParameterizedTest
    @EnumSource
    void missingTablesAreNamedAsTheUnitMapsThem(Provider provider) {
        try (TestUnit unit = new TestUnit(provider, Kind.H2, 2, "renamed")) {
            assertThatThrownBy(() -> TestStore.create(unit))
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageContaining(
                            "missing: table side.ob_partition; table side.ob_counter;" + " table side.ob_record. ");
        }
    }

    @ParameterizedTest
    @CsvSource({"HIBERNATE,H2", "ECLIPSELINK,H2", "HIBERNATE,POSTGRESQL", "ECLIPSELINK,POSTGRESQL"})
    void tablesMayHaveOtherNamesInAnotherSchema(Provider provider, Kind kind) {
        try (TestUnit unit = new TestUnit(provider, kind, 5, "renamed")) {
            unit.database().execute("create schema side");
            for (String statement :
                    SchemaScript.statements(Database.valueOf(kind.name()).script())) {
                unit.database()
                        .execute(statement
                                .replaceAll(
                                        "(table if not exists|on) outbox_(record|partition|counter)", "$1 side.ob_$2")
                                .replace("message_id", "msg_id"));
            }
            try (TestStore store = TestStore.open(unit)) {
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
            unit.database()
                    .execute("alter table side.ob_record " + (kind == Kind.H2 ? "alter" : "rename") + " column msg_id"
                            + (kind == Kind.H2 ? " rename" : "") + " to other");
            assertThatThrownBy(() -> TestStore.open(unit))
                    .hasMessageContaining("column msg_id of table side.ob_record")
                    .hasMessageContaining("unique constraint (outbox_id, msg_id, binding) on table side.ob_record");
        }
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

package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import java.sql.Connection;
import java.util.Locale;
import liquibase.Scope;
import liquibase.UpdateSummaryEnum;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.command.core.helpers.ShowSummaryArgument;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.ui.LoggerUIService;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

/** Migration tools take the scripts from the jar as they are, and the start-up check is content with what they make. */
class MigrationToolsTest {

    @ParameterizedTest
    @EnumSource
    void flywayWithAHistoryTableForTheOutbox(Kind kind) {
        try (TestUnit unit = new TestUnit(Provider.HIBERNATE, kind, 5)) {
            flyway(unit, "classpath:migrations")
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .load()
                    .migrate();
            FluentConfiguration outbox = flyway(unit, "classpath:META-INF/outbox/schema/" + name(kind))
                    .table("outbox_schema_history")
                    .baselineOnMigrate(true)
                    .baselineVersion("0");
            assertThat(outbox.load().migrate().migrationsExecuted).isEqualTo(1);
            assertThat(outbox.load().migrate().migrationsExecuted).isZero();
            outbox.load().validate();
            assertComplete(unit);
        }
    }

    @Test
    void flywayWithOneHistoryTableRefusesTwoFirstVersions() {
        try (TestUnit unit = new TestUnit(Provider.HIBERNATE, Kind.H2, 5)) {
            FluentConfiguration both = flyway(unit, "classpath:migrations", "classpath:META-INF/outbox/schema/h2");
            assertThatThrownBy(() -> both.load().info()).hasMessageContaining("more than one migration with version 1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void liquibaseIncludesTheChangelog(Kind kind) throws Exception {
        try (TestUnit unit = new TestUnit(Provider.HIBERNATE, kind, 5)) {
            update(unit);
            update(unit);
            assertThat(unit.database().query("select id from DATABASECHANGELOG"))
                    .containsExactly("outbox-1-" + name(kind));
            assertComplete(unit);
        }
    }

    private static FluentConfiguration flyway(TestUnit unit, String... locations) {
        return Flyway.configure().dataSource(unit.database().dataSource()).locations(locations);
    }

    private static void update(TestUnit unit) throws Exception {
        try (Connection connection = unit.database().dataSource().getConnection()) {
            Scope.child(
                    Scope.Attr.ui,
                    new LoggerUIService(),
                    () -> new CommandScope(UpdateCommandStep.COMMAND_NAME)
                            .addArgumentValue(
                                    DbUrlConnectionArgumentsCommandStep.DATABASE_ARG,
                                    DatabaseFactory.getInstance()
                                            .findCorrectDatabaseImplementation(new JdbcConnection(connection)))
                            .addArgumentValue(ShowSummaryArgument.SHOW_SUMMARY, UpdateSummaryEnum.OFF)
                            .addArgumentValue(
                                    UpdateCommandStep.CHANGELOG_FILE_ARG, "META-INF/outbox/schema/changelog.xml")
                            .execute());
        }
    }

    private static void assertComplete(TestUnit unit) {
        try (TestStore store = TestStore.open(unit)) {
            store.commit(message("m1", "key"));
            assertThat(store.pending()).containsExactly("m1");
        }
    }

    private static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}

package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.OutboxConfigurationException;

class DatabaseTest {

    @Test
    void unknownDatabaseIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> Database.of("Sybase"))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("is Sybase")
                .hasMessageContaining("H2, SQLite, PostgreSQL, MariaDB, MySQL");
    }

    @ParameterizedTest
    @EnumSource
    void everyDatabaseHasAScriptOfPlainStatementsWithShortNames(Database database) {
        List<String> statements = SchemaScript.statements(database.script());
        assertThat(statements)
                .hasSizeGreaterThanOrEqualTo(4)
                .allSatisfy(statement -> assertThat(statement)
                        .startsWith("create ")
                        .doesNotContain(";", "--")
                        .doesNotContainPattern("\\w{30,}"));
        assertThat(String.join("\n", statements).toLowerCase(Locale.ROOT))
                .contains("outbox_partition (", "outbox_counter (", "outbox_node (", "outbox_record (");
    }
}

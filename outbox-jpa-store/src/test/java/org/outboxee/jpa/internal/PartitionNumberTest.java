package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.PARTITIONS;
import static org.outboxee.jpa.internal.TestStore.message;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

/** The number of partitions is changed by the statements of {@code docs/administration.md}, word for word. */
class PartitionNumberTest {

    private static final int OTHER = 7;

    @ParameterizedTest
    @EnumSource
    void theDocumentedStatementsChangeTheNumber(Kind kind) throws IOException {
        try (TestUnit unit = new TestUnit(Provider.HIBERNATE, kind, 5)) {
            try (TestStore store = TestStore.create(unit);
                    TestStore neighbour = TestStore.open(unit, "neighbour", PARTITIONS)) {
                neighbour.commit(message("m1", "key"));
                store.commit(message("m1", "key"));
            }
            follow(unit);
            assertRefused(unit, OTHER); // a record waits

            unit.database().execute("update outbox_record set state = 'DEAD' where " + ofTest(unit));
            follow(unit);
            assertRefused(unit, OTHER); // a dead letter could be replayed

            unit.database().execute("delete from outbox_record where " + ofTest(unit));
            unit.database()
                    .execute(
                            "insert into outbox_node (id, outbox_name, started, beat, lease_millis, drain_millis, leaving)"
                                    + " values ('node', 'test', 1, 1, 15000, 40000, 0)");
            follow(unit);
            assertRefused(unit, OTHER); // a node runs

            unit.database().execute("delete from outbox_node");
            follow(unit);
            try (TestStore store = TestStore.open(unit, "test", OTHER)) {
                store.commit(message("m1", "key"), message("m2", null));
                assertThat(store.backend.store().counts().pending()).isEqualTo(2);
            }
            assertRefused(unit, PARTITIONS);
            try (TestStore neighbour = TestStore.open(unit, "neighbour", PARTITIONS)) {
                assertThat(neighbour.pending()).containsExactly("m1");
            }
        }
    }

    private static String ofTest(TestUnit unit) {
        return "outbox_id = "
                + unit.database()
                        .query("select min(id) from outbox_partition where outbox_name = 'test'")
                        .get(0);
    }

    private static void assertRefused(TestUnit unit, int partitions) {
        assertThatThrownBy(() -> TestStore.open(unit, "test", partitions))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageStartingWith("OUTBOX-03006: ");
    }

    /** Runs the statements with the name of the outbox. */
    private static void follow(TestUnit unit) throws IOException {
        String page = Files.readString(Path.of("../docs/administration.md"));
        String chapter = page.substring(page.indexOf("## Changing the number of partitions"));
        int begin = chapter.indexOf("```sql") + "```sql".length();
        String script = chapter.substring(begin, chapter.indexOf("```", begin)).replace("'default'", "'test'");
        unit.database()
                .execute(Arrays.stream(script.split(";"))
                        .map(String::strip)
                        .filter(statement -> !statement.isEmpty())
                        .toArray(String[]::new));
    }
}

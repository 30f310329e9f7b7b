package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.outboxee.jpa.internal.TestStore.message;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.outboxee.jpa.testing.BreakableDatabase;
import org.outboxee.jpa.testing.Jta.RolledBackException;
import org.outboxee.jpa.testing.MariadbServer;
import org.outboxee.jpa.testing.OutboxLog;
import org.outboxee.jpa.testing.PostgresqlServer;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.spi.Availability;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStoreException;

/**
 * A database that can be read and takes no writes: emits fail their transactions with its own words and a next step,
 * the relay says so once and not at every poll, and goes on when it takes writes again.
 */
@Timeout(180)
class RefusedWritesTest {

    /** How a database is made to refuse writes, and to take them again. */
    private record Switch(Runnable refuse, Runnable take) {}

    @Test
    void readOnlyPostgresql() {
        PostgresqlServer server = PostgresqlServer.shared();
        String url = server.createDatabase("read_only");
        try (BreakableDatabase database = new BreakableDatabase(url, 5)) {
            // A session keeps what it began with: as after a failover, the pool has to make new ones.
            Switch readOnly = new Switch(
                    () -> {
                        database.execute("alter database read_only set default_transaction_read_only = on");
                        database.sessions().killAll();
                    },
                    () -> {
                        database.execute(
                                "set default_transaction_read_only = off",
                                "alter database read_only set default_transaction_read_only = off");
                        database.sessions().killAll();
                    });
            assertRefusedAndRecovered(
                    database,
                    readOnly,
                    " in a read-only transaction (SQL state 25006, code 0). The database takes no"
                            + " writes: it was made read-only");
        } finally {
            server.dropDatabase("read_only");
        }
    }

    @Test
    void readOnlyMariadb() {
        MariadbServer server = MariadbServer.shared();
        String url = server.createDatabase("read_only");
        try (BreakableDatabase database = new BreakableDatabase(url, 5)) {
            // Without users there is nobody whom read_only could stop; this way all are stopped, in new sessions.
            Switch readOnly = new Switch(
                    () -> {
                        database.execute("set global tx_read_only = 1");
                        database.sessions().killAll();
                    },
                    () -> {
                        database.execute("set global tx_read_only = 0");
                        database.sessions().killAll();
                    });
            String words =
                    "Cannot execute statement in a READ ONLY transaction (SQL state 25006, code 1792). The database"
                            + " takes no writes: it was made read-only";
            assertRefusedAndRecovered(database, readOnly, words);
        } finally {
            server.dropDatabase("read_only");
        }
    }

    @Test
    void fullSqlite(@TempDir Path folder) {
        // With one connection, since the limit is the connection's.
        try (BreakableDatabase database = new BreakableDatabase(
                "jdbc:sqlite:" + folder.resolve("shop.db") + "?journal_mode=WAL&busy_timeout=20000", 1)) {
            Switch full = new Switch(
                    () -> database.execute("pragma max_page_count = 1"),
                    () -> database.execute("pragma max_page_count = 1000000"));
            // A page that is there can be written again, so the relay goes on; a large message needs new ones.
            OutboxMessage large = new OutboxMessage(
                    "refused",
                    "test.message",
                    null,
                    "x".repeat(100_000).getBytes(StandardCharsets.UTF_8),
                    Map.of(),
                    new Availability.Now(),
                    Set.of("default"));
            try (TestNode node = TestNode.start(Provider.HIBERNATE, database)) {
                full.refuse().run();
                assertEmitFails(
                        node,
                        large,
                        "[SQLITE_FULL] Insertion failed because database is full (database or disk is full) (SQL state"
                                + " null, code 13). The database has no room left");
                full.take().run();
                node.commit(large);
                node.awaitIdle();
                assertThat(node.witness.delivered()).containsExactly("refused");
            }
        }
    }

    @Test
    void readOnlySqlite(@TempDir Path folder) throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("shop.db");
        try (BreakableDatabase database = new BreakableDatabase(url, 1)) {
            TestNode.start(Provider.HIBERNATE, database).close();
        }
        assertThat(Files.size(folder.resolve("shop.db"))).isPositive();
        String words = "[SQLITE_READONLY] Attempt to write a readonly database (attempt to write a readonly database)"
                + " (SQL state null, code 8). The database takes no writes";
        try (BreakableDatabase database = new BreakableDatabase(url + "?open_mode=1", 1);
                OutboxLog log = new OutboxLog();
                TestNode node = new TestNode(Provider.HIBERNATE, database)) {
            assertEmitFails(node, message("refused", "key"), words);
            await().atMost(TestNode.PATIENCE)
                    .until(() -> log.lines("OUTBOX-02035").toString().contains(words));
        }
    }

    private static void assertRefusedAndRecovered(BreakableDatabase database, Switch writes, String words) {
        try (OutboxLog log = new OutboxLog();
                TestNode node = TestNode.start(Provider.HIBERNATE, database)) {
            CountDownLatch delivering = new CountDownLatch(1);
            CountDownLatch refused = new CountDownLatch(1);
            node.witness.onDelivery(delivery -> {
                delivering.countDown();
                refused.await();
            });
            node.commit(message("m1", "key"));
            await().atMost(TestNode.PATIENCE).until(() -> delivering.getCount() == 0);
            node.commit(soon("m2"));
            refuse(writes, () -> {
                refused.countDown();
                assertEmitFails(node, message("refused", "key"), words);
                await("claims and results are refused")
                        .atMost(TestNode.PATIENCE)
                        .until(() -> !lines(log, "OUTBOX-02015", words).isEmpty()
                                && !lines(log, "OUTBOX-02016", words).isEmpty());
                node.awaitPolls(20);
                assertThat(lines(log, "OUTBOX-02015", words)).hasSize(1);
                assertThat(lines(log, "OUTBOX-02016", words)).hasSize(1);
            });
            node.awaitIdle();
            assertThat(node.witness.delivered()).isEqualTo(node.committed()).containsExactlyInAnyOrder("m1", "m2");
            assertThat(node.witness.deliveries()).isEqualTo(2);
        }
    }

    private static List<String> lines(OutboxLog log, String id, String words) {
        return log.lines(id).stream().filter(line -> line.contains(words)).toList();
    }

    private static void refuse(Switch writes, Runnable meanwhile) {
        writes.refuse().run();
        try {
            meanwhile.run();
        } finally {
            writes.take().run();
        }
    }

    private static void assertEmitFails(TestNode node, OutboxMessage message, String words) {
        assertThatThrownBy(() -> node.commitAlone(message))
                .isInstanceOf(RolledBackException.class)
                .cause()
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageStartingWith("OUTBOX-03002: 1 messages could not be written")
                .hasMessageContaining(words);
    }

    /** Due when the database refuses writes; a message that is due at once would be claimed before. */
    private static OutboxMessage soon(String id) {
        OutboxMessage now = message(id, "other");
        return new OutboxMessage(
                id,
                now.name(),
                now.key(),
                now.payload(),
                now.headers(),
                new Availability.After(Duration.ofMillis(1500)),
                now.bindings());
    }
}

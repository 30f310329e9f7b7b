package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.outboxee.jpa.testing.BreakableDatabase;
import org.outboxee.jpa.testing.Jta.RolledBackException;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.spi.OutboxStoreException;

/** A business transaction on SQLite that reads first and emits later, while another one writes. */
@Timeout(120)
class SqliteReadThenWriteTest {

    private static final Duration LONG_FOR_A_COMMIT = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    @Test
    void isRefusedByDefaultWithTheWayOut() {
        assertThatThrownBy(() -> readThenEmitWhileAnotherOneWrites(""))
                .isInstanceOf(RolledBackException.class)
                .cause()
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageStartingWith("OUTBOX-03002: ")
                .hasMessageContaining("[SQLITE_BUSY_SNAPSHOT]")
                .hasMessageContaining("Add transaction_mode=IMMEDIATE to the URL");
    }

    @Test
    void isSafeWithImmediateTransactions() throws Exception {
        assertThat(readThenEmitWhileAnotherOneWrites("&transaction_mode=IMMEDIATE"))
                .as("the other one has waited")
                .isFalse();
    }

    /** Whether the other one could commit in between. */
    private boolean readThenEmitWhileAnotherOneWrites(String parameters) throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("shop.db") + "?journal_mode=WAL&busy_timeout=60000" + parameters;
        try (BreakableDatabase database = new BreakableDatabase(url, 5);
                TestNode node = new TestNode(Provider.HIBERNATE, database)) {
            node.relay.stop();
            CompletableFuture<Void> other = new CompletableFuture<>();
            boolean[] committedBetween = new boolean[1];
            try {
                node.readThenCommit(
                        () -> {
                            other.completeAsync(() -> {
                                node.commit(message("other", "key"));
                                return null;
                            });
                            committedBetween[0] = isDone(other);
                        },
                        message("reader", "key"));
            } finally {
                other.get(60, TimeUnit.SECONDS);
            }
            assertThat(node.committed()).contains("other");
            return committedBetween[0];
        }
    }

    private static boolean isDone(CompletableFuture<Void> other) {
        try {
            other.get(LONG_FOR_A_COMMIT.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}

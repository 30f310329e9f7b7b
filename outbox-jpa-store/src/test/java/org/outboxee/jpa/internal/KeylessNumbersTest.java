package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

/** Where messages without a key get their numbers from, in a real store. */
class KeylessNumbersTest {

    private TestUnit unit;

    private TestStore open(Kind kind, int connections) {
        unit = new TestUnit(Provider.HIBERNATE, kind, connections);
        return TestStore.create(unit);
    }

    @AfterEach
    void close() {
        unit.close();
    }

    @Test
    void transactionTakesThemFromMemory() {
        try (TestStore store = open(Kind.H2, 5)) {
            unit.database().dataSource().clear();
            store.commit(message("m1", null));
            assertThat(unit.database().dataSource().statementsOfThisThread())
                    .noneMatch(sql -> sql.contains("outbox_counter"));
        }
    }

    @Test
    void singleWriterTakesThemInTheTransaction() {
        try (TestStore store = open(Kind.SQLITE, 5)) {
            unit.database().dataSource().clear();
            store.commit(message("m1", null));
            assertThat(unit.database().dataSource().statementsOfThisThread().get(0))
                    .startsWith("update outbox_counter");
        }
    }

    /**
     * The background waits for the pool's only connection while the transaction holds it; the transaction never waits.
     */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "SQLITE")
    void manyMoreThanABlockOnAPoolOfOneConnection(Kind kind) throws Exception {
        try (TestStore store = open(kind, 1)) {
            int each = 3 * KeylessBlocks.SIZE;
            CompletableFuture<Void> emits = CompletableFuture.runAsync(() -> Jta.commit(() -> {
                for (int i = 0; i < each; i++) {
                    store.append(message("m" + i, null));
                }
            }));
            emits.get(60, TimeUnit.SECONDS);
            assertThat(store.pending()).hasSize(each).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @EnumSource
    void clientsWithOneConnectionEachDoNotHang(Kind kind) throws Exception {
        int clients = 4;
        try (TestStore store = open(kind, clients)) {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                String prefix = "c" + client + "-";
                all.add(CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 150; i++) {
                        store.commit(message(prefix + i, null));
                    }
                }));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(120, TimeUnit.SECONDS);
            assertThat(store.backend.store().counts().pending()).isEqualTo(clients * 150L);
        }
    }
}

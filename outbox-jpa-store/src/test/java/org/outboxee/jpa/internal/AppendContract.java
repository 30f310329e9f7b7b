package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import jakarta.persistence.EntityManager;
import jakarta.transaction.SystemException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.outboxee.DuplicateMessageException;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Jta.RolledBackException;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.Purchase;
import org.outboxee.jpa.testing.PurchaseListener;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

/**
 * An append writes its rows, and nothing else, whatever the application and the provider did before in the transaction.
 * Each test is a case in which another way to write was seen to lose the rows or to repeat the application's own. The
 * pool has one connection: an append that took a second one would wait for ever.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class AppendContract {

    private final Provider provider;
    private final Kind kind;
    private TestUnit unit;
    private TestStore store;

    AppendContract(Provider provider, Kind kind) {
        this.provider = provider;
        this.kind = kind;
    }

    @BeforeAll
    void buildUnit() {
        unit = JpaHarness.unit(provider, kind, 1);
    }

    @AfterAll
    void closeUnit() {
        unit.close();
    }

    @BeforeEach
    void open() {
        unit.database().execute("delete from purchase");
        unit.database().emptyOutbox();
        store = TestStore.open(unit);
        PurchaseListener.onWrite(() -> {});
    }

    @AfterEach
    void close() {
        PurchaseListener.onWrite(() -> {});
        store.close();
    }

    @Test
    void emitWithoutAnyUseOfTheEntityManager() {
        store.commit(message("m1", null), message("m2", "key"));
        assertThat(store.pending()).containsExactlyInAnyOrder("m1", "m2");
    }

    @Test
    void emitAfterAPersistThatTheProviderFlushesAtCommit() {
        Jta.commit(() -> inEntityManager(entities -> {
            entities.persist(new Purchase(1, "tea"));
            store.emit(message("m1", "key"));
        }));
        assertThat(items()).containsExactly("tea");
        assertThat(store.pending()).containsExactly("m1");
    }

    @Test
    void emitBeforeThePersist() {
        Jta.commit(() -> {
            store.emit(message("m1", "key"));
            inEntityManager(entities -> entities.persist(new Purchase(1, "tea")));
        });
        assertThat(items()).containsExactly("tea");
        assertThat(store.pending()).containsExactly("m1");
    }

    @Test
    void emitAfterTheApplicationHasFlushed() {
        Jta.commit(() -> inEntityManager(entities -> {
            entities.persist(new Purchase(1, "tea"));
            entities.flush();
            store.emit(message("m1", "key"));
        }));
        assertThat(items()).containsExactly("tea");
        assertThat(store.pending()).containsExactly("m1");
    }

    @Test
    void emitAfterTheEntityManagerWasOnlyRead() {
        persistTea();
        Jta.commit(() -> inEntityManager(entities -> {
            assertThat(entities.find(Purchase.class, 1).item()).isEqualTo("tea");
            store.emit(message("m1", "key"));
        }));
        assertThat(store.pending()).containsExactly("m1");
    }

    @Test
    void updateOfTheApplicationIsWrittenAndAnnouncedOnce() {
        persistTea();
        PurchaseListener.onWrite(() -> {});
        Jta.commit(() -> inEntityManager(entities -> {
            entities.find(Purchase.class, 1).item("coffee");
            store.emit(message("m1", "key"));
        }));
        assertThat(items()).containsExactly("coffee");
        assertThat(PurchaseListener.updates()).isEqualTo(1);
        assertThat(store.pending()).containsExactly("m1");
    }

    @Test
    void emitFromAPersistListenerWhileTheCommitFlushes() {
        PurchaseListener.onWrite(() -> store.emit(message("m1", "key")));
        persistTea();
        assertThat(items()).containsExactly("tea");
        assertThat(store.pending()).containsExactly("m1");
    }

    @Test
    void emitFromAnUpdateListenerWhileTheCommitFlushes() {
        persistTea();
        PurchaseListener.onWrite(() -> store.emit(message("m1", "key")));
        Jta.commit(() ->
                inEntityManager(entities -> entities.find(Purchase.class, 1).item("coffee")));
        assertThat(items()).containsExactly("coffee");
        assertThat(PurchaseListener.updates()).isEqualTo(1);
        assertThat(store.pending()).containsExactly("m1");
    }

    @Test
    void emitFromAnotherSynchronization() {
        Jta.commit(() -> inEntityManager(entities -> {
            entities.persist(new Purchase(1, "tea"));
            Jta.beforeCompletion(() -> store.emit(message("m1", "key")));
            Jta.beforeInterposedCompletion(() -> store.emit(message("m2", null)));
        }));
        assertThat(items()).containsExactly("tea");
        assertThat(store.pending()).containsExactlyInAnyOrder("m1", "m2");
    }

    @Test
    void twoAppendsInOneTransaction() {
        Jta.commit(() -> inEntityManager(entities -> {
            entities.persist(new Purchase(1, "tea"));
            store.append(message("m1", "key"), message("m2", null));
            store.emit(message("m3", "key"), message("m4", null));
        }));
        assertThat(items()).containsExactly("tea");
        assertThat(store.pending()).containsExactlyInAnyOrder("m1", "m2", "m3", "m4");
    }

    @Test
    void rollbackAfterTheAppendLeavesNothing() {
        assertThatThrownBy(() -> Jta.commit(() -> inEntityManager(entities -> {
                    entities.persist(new Purchase(1, "tea"));
                    store.append(message("m1", "key"), message("m2", null));
                    setRollbackOnly();
                })))
                .isInstanceOf(RolledBackException.class);
        assertThat(items()).isEmpty();
        assertThat(store.pending()).isEmpty();
    }

    @Test
    void rollbackByALaterSynchronizationLeavesNothing() {
        assertThatThrownBy(() -> Jta.commit(() -> inEntityManager(entities -> {
                    entities.persist(new Purchase(1, "tea"));
                    store.emit(message("m1", "key"));
                    Jta.beforeCompletion(
                            () -> Jta.beforeCompletion(() -> Jta.beforeCompletion(AppendContract::setRollbackOnly)));
                })))
                .isInstanceOf(RolledBackException.class);
        assertThat(items()).isEmpty();
        assertThat(store.pending()).isEmpty();
    }

    @Test
    void failedAppendFailsTheCommit() {
        store.commit(message("m1", "key"));
        assertThatThrownBy(() -> Jta.commit(() -> inEntityManager(entities -> {
                    entities.persist(new Purchase(1, "tea"));
                    store.emit(message("m1", "other"));
                })))
                .isInstanceOf(RolledBackException.class)
                .hasRootCauseInstanceOf(DuplicateMessageException.class)
                .hasStackTraceContaining("Message id m1 is in this outbox already");
        assertThat(items()).isEmpty();
        assertThat(store.pending()).containsExactly("m1");
    }

    @Test
    void emptyAppendDoesNotNeedADatabase() {
        unit.database().dataSource().clear();
        Jta.commit(() -> store.append());
        assertThat(unit.database().dataSource().statementsOfThisThread()).isEmpty();
    }

    private void persistTea() {
        Jta.commit(() -> inEntityManager(entities -> entities.persist(new Purchase(1, "tea"))));
    }

    private List<String> items() {
        return Jta.requireNew(() -> {
            try (EntityManager entities = unit.factory().createEntityManager()) {
                return entities.createQuery("select p.item from Purchase p", String.class)
                        .getResultList();
            }
        });
    }

    /** As in a container: the entity manager joins the transaction, and lives to its end. */
    private void inEntityManager(Consumer<EntityManager> work) {
        EntityManager entities = unit.factory().createEntityManager();
        entities.joinTransaction();
        work.accept(entities);
    }

    private static void setRollbackOnly() {
        try {
            Jta.MANAGER.setRollbackOnly();
        } catch (SystemException e) {
            throw new IllegalStateException(e);
        }
    }
}

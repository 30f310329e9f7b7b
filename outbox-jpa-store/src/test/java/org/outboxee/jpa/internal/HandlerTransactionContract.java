package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.Purchase;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.Settlement.Completed;

/**
 * What a handler writes and the completion of its record are there together, or neither is (G7), wherever the node
 * ends.
 */
@Timeout(120)
abstract class HandlerTransactionContract {

    private static final int PARTITION = Partitions.forKey("a", TestStore.PARTITIONS);
    private static final Duration LATER = Duration.ofMinutes(6);

    /** Where the node ends: everything that it has not committed is lost. */
    enum Crash {
        BEFORE_THE_HANDLER,
        WITHIN_THE_HANDLER,
        AFTER_THE_HANDLER,
        AFTER_THE_COMPLETION,
        WITHIN_THE_COMMIT,
        AFTER_THE_COMMIT
    }

    private static final class Crashed extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    private final Provider provider;
    private final Kind kind;
    private TestUnit unit;
    private TestStore store;

    HandlerTransactionContract(Provider provider, Kind kind) {
        this.provider = provider;
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        unit = new TestUnit(provider, kind, 5);
        store = TestStore.create(unit);
        store.awaitBackground();
    }

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    @ParameterizedTest
    @EnumSource
    void effectAndRecordAgreeAfterACrash(Crash crash) {
        store.commit(message("m1", "a"), message("m2", "a"));
        ClaimedRecord head = store.claim(store.acquire(PARTITION), 1).get(0);

        deliver(head, crash);

        boolean committed = crash == Crash.AFTER_THE_COMMIT;
        assertThat(effects()).isEqualTo(committed ? List.of("m1") : List.of());
        store.backend.clock().shift(LATER);
        PartitionLease lease = store.acquire(PARTITION);
        List<String> delivered = new ArrayList<>();
        for (List<ClaimedRecord> batch = store.claim(lease, 1); !batch.isEmpty(); batch = store.claim(lease, 1)) {
            delivered.add(batch.get(0).id().messageId());
            deliver(batch.get(0), null);
        }
        assertThat(delivered).isEqualTo(committed ? List.of("m2") : List.of("m1", "m2"));
        assertThat(effects()).containsExactly("m1", "m2");
    }

    /** The relay has not heard of the commit, and says that the delivery has failed. */
    @Test
    void resultThatComesAfterTheCommitChangesNothing() {
        store.commit(message("m1", "a"));
        ClaimedRecord record = store.claim(store.acquire(PARTITION), 1).get(0);
        deliver(record, Crash.AFTER_THE_COMMIT);
        assertThat(store.backend.store().settle(List.of(new Completed(record))).ignored())
                .isEqualTo(1);
        assertThat(effects()).containsExactly("m1");
    }

    @Test
    void effectsOfAClaimThatWasLostAreRolledBack() {
        store.commit(message("m1", "a"));
        ClaimedRecord stale = store.claim(store.acquire(PARTITION), 1).get(0);
        unit.database().execute("update outbox_record set claim_token = 'another' where message_id = 'm1'");

        assertThatThrownBy(() -> deliver(stale, null)).isInstanceOf(ClaimLostException.class);

        assertThat(effects()).isEmpty();
        assertThat(store.backend.store().counts().claimed()).isEqualTo(1);
    }

    /** PostgreSQL refuses everything in such a transaction until it is rolled back; elsewhere the commit fails. */
    @Test
    void effectsAreRolledBackAfterAFailureThatTheHandlerHides() {
        Jta.commit(() -> inEntityManager(entities -> entities.persist(new Purchase(1, "old"))));
        store.commit(message("m1", "a"));
        ClaimedRecord record = store.claim(store.acquire(PARTITION), 1).get(0);
        assertThatThrownBy(() -> Jta.commit(() -> inEntityManager(entities -> {
                    entities.persist(new Purchase(2, "m1"));
                    entities.persist(new Purchase(1, "duplicate"));
                    try {
                        entities.flush();
                    } catch (RuntimeException e) {
                        // This is the failure that the handler hides.
                    }
                    store.backend.store().completeInTransaction(record);
                })))
                .isInstanceOf(RuntimeException.class);
        assertThat(effects()).containsExactly("old");
        assertThat(store.backend.store().settle(List.of(new Completed(record))).applied())
                .isEqualTo(1);
    }

    @Test
    void completionNeedsATransaction() {
        store.commit(message("m1", "a"));
        ClaimedRecord record = store.claim(store.acquire(PARTITION), 1).get(0);
        assertThatThrownBy(() -> store.backend.store().completeInTransaction(record))
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageStartingWith("OUTBOX-03021: ");
        assertThat(store.backend.store().counts().claimed()).isEqualTo(1);
    }

    /** At REPEATABLE READ it goes on to see none of them parked. */
    @Test
    void laneMovesOnThoughItsRecordsWereParkedAfterTheHandlerHadRead() {
        store.commit(message("head", "a"));
        PartitionLease lease = store.acquire(PARTITION);
        ClaimedRecord head = store.claim(lease, 1).get(0);
        List<String> others = IntStream.range(0, 300).mapToObj(i -> "m" + i).toList();
        store.commit(others.stream().map(id -> message(id, "a")).toArray(OutboxMessage[]::new));

        Jta.commit(() -> inEntityManager(entities -> {
            assertThat(entities.createQuery("select p.item from Purchase p", String.class)
                            .getResultList())
                    .isEmpty();
            onAnotherThread(() -> {
                assertThat(store.claim(lease, 10)).isEmpty();
                assertThat(parked()).isPositive();
            });
            entities.persist(new Purchase(1, "head"));
            store.backend.store().completeInTransaction(head);
        }));

        List<String> delivered = new ArrayList<>();
        for (List<ClaimedRecord> batch = store.claim(lease, 100); !batch.isEmpty(); batch = store.claim(lease, 100)) {
            batch.forEach(record -> delivered.add(record.id().messageId()));
            store.backend.store().settle(batch.stream().map(Completed::new).toList());
        }
        assertThat(delivered).isEqualTo(others);
        assertThat(effects()).containsExactly("head");
    }

    private void deliver(ClaimedRecord record, Crash crash) {
        try {
            crashIf(crash == Crash.BEFORE_THE_HANDLER);
            Jta.commit(() -> {
                inEntityManager(entities -> {
                    entities.persist(new Purchase(
                            Math.toIntExact(record.seq()), record.id().messageId()));
                    crashIf(crash == Crash.WITHIN_THE_HANDLER);
                });
                crashIf(crash == Crash.AFTER_THE_HANDLER);
                store.backend.store().completeInTransaction(record);
                crashIf(crash == Crash.AFTER_THE_COMPLETION);
                Jta.beforeCompletion(() -> crashIf(crash == Crash.WITHIN_THE_COMMIT));
            });
            crashIf(crash == Crash.AFTER_THE_COMMIT);
        } catch (Crashed | Jta.RolledBackException e) {
            assertThat(crash).isNotNull();
        }
    }

    private static void crashIf(boolean now) {
        if (now) {
            throw new Crashed();
        }
    }

    private List<String> effects() {
        return Jta.requireNew(() -> {
            try (EntityManager entities = unit.factory().createEntityManager()) {
                return entities.createQuery("select p.item from Purchase p order by p.id", String.class)
                        .getResultList();
            }
        });
    }

    private long parked() {
        return Jta.requireNew(() -> {
            try (EntityManager entities = unit.factory().createEntityManager()) {
                return entities.createQuery("select count(r) from OutboxRecord r where r.state = 'PARKED'", Long.class)
                        .getSingleResult();
            }
        });
    }

    private void inEntityManager(Consumer<EntityManager> work) {
        EntityManager entities = unit.factory().createEntityManager();
        entities.joinTransaction();
        work.accept(entities);
    }

    private static void onAnotherThread(Runnable work) {
        try {
            CompletableFuture.runAsync(work).get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.Availability;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.Retention;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;

/** A store that is open on a test unit, with a background thread of its own. */
final class TestStore implements AutoCloseable {

    static final int PARTITIONS = 4;

    final JpaBackend backend;
    private final EntityManagerFactory factory;
    private final ExecutorService background = Executors.newSingleThreadExecutor();
    private volatile boolean losesAnswer;
    private volatile Consumer<Runnable> around = Runnable::run;

    private TestStore(
            TestUnit unit, String outboxName, int partitions, Retention retention, Map<String, String> settings) {
        factory = unit.factory();
        backend = JpaBackend.open(
                factory,
                new StoreContext(
                        outboxName,
                        partitions,
                        this::requireNew,
                        background,
                        List::of,
                        Ticker.SYSTEM,
                        retention,
                        key -> Optional.ofNullable(settings.get(key))));
    }

    private <T> T requireNew(Supplier<T> work) {
        AtomicReference<T> holder = new AtomicReference<>();
        Jta.commit(() -> around.accept(() -> holder.set(work.get())));
        T result = holder.get();
        if (losesAnswer) {
            losesAnswer = false;
            throw new IllegalStateException("The connection broke before the commit was answered");
        }
        return result;
    }

    /** Lets the next transaction of the store itself commit, and tells the store that it failed. */
    void loseNextAnswer() {
        losesAnswer = true;
    }

    /** Lets something run the work of each transaction of the store itself, in that transaction. */
    void around(Consumer<Runnable> observer) {
        around = observer;
    }

    /** Takes {@link #loseNextAnswer()} back where no transaction has followed it. */
    void loseNoAnswer() {
        losesAnswer = false;
    }

    /** Opens outbox {@code test}, on tables that are there. */
    static TestStore open(TestUnit unit) {
        return open(unit, "test", PARTITIONS);
    }

    static TestStore open(TestUnit unit, String outboxName, int partitions) {
        return open(unit, outboxName, partitions, Retention.NONE);
    }

    /** The same, keeping what is delivered for a while. */
    static TestStore open(TestUnit unit, String outboxName, int partitions, Retention retention) {
        return new TestStore(unit, outboxName, partitions, retention, Map.of());
    }

    /** Opens outbox {@code test} and creates the tables. */
    static TestStore create(TestUnit unit) {
        return create(unit, "test");
    }

    static TestStore create(TestUnit unit, String outboxName) {
        return new TestStore(unit, outboxName, PARTITIONS, Retention.NONE, Map.of("outbox.jpa.schema", "create"));
    }

    static OutboxMessage message(String id, @Nullable String key) {
        return new OutboxMessage(
                id,
                "test.message",
                key,
                "{}".getBytes(StandardCharsets.UTF_8),
                Map.of(),
                new Availability.Now(),
                Set.of("default"));
    }

    /** Appends in the transaction of this thread when it completes, after everything that is registered now. */
    void emit(OutboxMessage... messages) {
        Jta.beforeCompletion(() -> Jta.beforeCompletion(() -> append(messages)));
    }

    /** Appends in the transaction of this thread now. */
    void append(OutboxMessage... messages) {
        backend.appender().append(List.of(messages));
    }

    /** Emits in a transaction that does nothing else. */
    void commit(OutboxMessage... messages) {
        Jta.commit(() -> emit(messages));
    }

    /** Completes a record in a transaction that has read before, as a handler's does. */
    void readThenComplete(ClaimedRecord record) {
        try (EntityManager entities = factory.createEntityManager()) {
            entities.joinTransaction();
            entities.createQuery("select count(p) from Purchase p", Long.class).getSingleResult();
        }
        backend.store().completeInTransaction(record);
    }

    /** The ids of the pending messages of all partitions. */
    List<String> pending() {
        return List.of(0, 1, 2, 3).stream()
                .flatMap(partition -> backend.store().queryPending(partition, 1000).stream())
                .map(PendingRecord::id)
                .map(id -> id.messageId())
                .toList();
    }

    PartitionLease acquire(int partition) {
        return backend.leases().acquire(List.of(partition), "owner").get(0);
    }

    List<ClaimedRecord> claim(PartitionLease lease, int limit) {
        return backend.store().claim(lease, limit, Duration.ofMinutes(5)).records();
    }

    /** Waits until the background has nothing to do. */
    void awaitBackground() {
        try {
            background.submit(() -> "idle").get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        backend.close();
        background.shutdown();
        try {
            if (!background.awaitTermination(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("A background task of the store did not end within 20 s of its close");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.outboxee.admin.RecordId;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.StoreContext;
import org.outboxee.tck.StoreCapabilities;
import org.outboxee.tck.StoreHarness;

/** The contract's view of a persistence unit, whose outbox it empties first. */
final class JpaHarness implements StoreHarness {

    private final TestUnit unit;
    private final StoreCapabilities capabilities;
    private final List<JpaBackend> backends = new CopyOnWriteArrayList<>();
    private Duration shift = Duration.ZERO;

    JpaHarness(TestUnit unit, StoreCapabilities capabilities) {
        this.unit = unit;
        this.capabilities = capabilities;
        if (unit.database().kind() == Kind.MARIADB) {
            unit.database().emptyOutbox();
        } else {
            change("delete from OutboxRecord r", Map.of());
            change("delete from OutboxCounter c", Map.of());
            change("delete from OutboxPartition p", Map.of());
            change("delete from OutboxNode n", Map.of());
        }
    }

    /** The unit {@code shop} with the tables of the outbox, and a pool that is large enough for any test. */
    static TestUnit unit(Provider provider, Kind kind) {
        return unit(provider, kind, 20);
    }

    static TestUnit unit(Provider provider, Kind kind, int connections) {
        return unit(provider, new TestDatabase(kind, connections));
    }

    /** The same on a database that is closed with it. */
    static TestUnit unit(Provider provider, TestDatabase database) {
        TestUnit unit = new TestUnit(provider, database, "shop");
        String script = Database.valueOf(database.kind().name()).script();
        unit.database().execute(SchemaScript.statements(script).toArray(String[]::new));
        return unit;
    }

    @Override
    public StoreCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public synchronized OutboxBackend open(StoreContext context) {
        JpaBackend backend = JpaBackend.open(unit.factory(), context);
        backend.clock().shift(shift);
        backends.add(backend);
        return backend;
    }

    @Override
    public TransactionManager transactionManager() {
        return Jta.MANAGER;
    }

    @Override
    public TransactionSynchronizationRegistry synchronizations() {
        return Jta.REGISTRY;
    }

    @Override
    public synchronized void advance(Duration duration) {
        shift = shift.plus(duration);
        backends.forEach(backend -> backend.clock().shift(shift));
    }

    @Override
    public void plantCreatedAt(String outboxName, RecordId id, Instant createdAt) {
        change(
                "update OutboxRecord r set r.createdAt = :created, r.sortAt = :created where r.messageId = :message"
                        + " and r.binding = :binding and r.partitionId in"
                        + " (select p.id from OutboxPartition p where p.outboxName = :name)",
                Map.of(
                        "created",
                        createdAt.toEpochMilli(),
                        "message",
                        id.messageId(),
                        "binding",
                        id.binding(),
                        "name",
                        outboxName));
    }

    /** In JPQL, since a unit may map the tables by other names. */
    private void change(String statement, Map<String, Object> parameters) {
        Jta.commit(() -> {
            try (EntityManager entities = unit.factory().createEntityManager()) {
                entities.joinTransaction();
                Query query = entities.createQuery(statement);
                parameters.forEach(query::setParameter);
                query.executeUpdate();
            }
        });
    }

    @Override
    public void close() {}
}

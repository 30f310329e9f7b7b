package org.outboxee.jpa.order;

import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.outboxee.jpa.internal.JpaBackend;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;

/**
 * A node of the application: a pool, a persistence unit on it, and the outbox in that. Safe for any number of threads.
 */
final class Node implements AutoCloseable {

    private final DataSource pool;
    private final EntityManagerFactory factory;
    private final ExecutorService background = Executors.newSingleThreadExecutor();
    private final OutboxBackend backend;

    Node(DataSource pool) {
        this.pool = pool;
        factory = Provider.HIBERNATE.createFactory("shop", pool, Map.of());
        backend = JpaBackend.open(
                factory,
                new StoreContext(
                        "test",
                        Shop.PARTITIONS,
                        Jta::requireNew,
                        background,
                        List::of,
                        Ticker.SYSTEM,
                        key -> key.equals("outbox.jpa.schema") ? Optional.of("create") : Optional.empty()));
    }

    DataSource pool() {
        return pool;
    }

    EntityManagerFactory factory() {
        return factory;
    }

    OutboxBackend backend() {
        return backend;
    }

    @Override
    public void close() {
        backend.close();
        background.shutdown();
        try {
            if (!background.awaitTermination(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("A background task of the store did not end within 30 s of its close");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        factory.close();
    }
}

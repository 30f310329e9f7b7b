package org.outboxee.jpa.crash;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.outboxee.jpa.internal.JpaBackend;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.Retention;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;

/** What a process of the application has: a pool, the persistence unit, the outbox. */
final class Member {

    static final int PARTITIONS = 8;

    /** What was delivered is looked at for a while, and purged in the midst of it all. */
    private static final Retention RETENTION = new Retention(Duration.ofSeconds(2), Duration.ofSeconds(2));

    private final AgroalDataSource pool;
    private final OutboxBackend backend;

    private Member(AgroalDataSource pool, OutboxBackend backend) {
        this.pool = pool;
        this.backend = backend;
    }

    static Member open(Kind kind, String url, Supplier<List<Integer>> owned) throws Exception {
        AgroalDataSource pool = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(settings -> settings.maxSize(10)
                        .acquisitionTimeout(Duration.ofSeconds(20))
                        .validateOnBorrow(true)
                        .connectionValidator(Member::isValid)
                        .transactionIntegration(new NarayanaTransactionIntegration(Jta.MANAGER, Jta.REGISTRY))
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url))));
        EntityManagerFactory factory = Provider.HIBERNATE.createFactory("shop", pool, Map.of());
        ExecutorService background = Executors.newSingleThreadExecutor(Member::daemon);
        StoreContext context = new StoreContext(
                "crash",
                PARTITIONS,
                Jta::requireNew,
                background,
                owned,
                Ticker.SYSTEM,
                RETENTION,
                key -> key.equals("outbox.jpa.schema") ? Optional.of("create") : Optional.empty());
        while (true) {
            try {
                return new Member(pool, JpaBackend.open(factory, context));
            } catch (OutboxStoreException e) {
                System.out.println("Not opened: " + e.getMessage());
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
    }

    private static boolean isValid(java.sql.Connection connection) {
        try {
            return connection.isValid(2);
        } catch (SQLException e) {
            return false;
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "outbox background");
        thread.setDaemon(true);
        return thread;
    }

    AgroalDataSource pool() {
        return pool;
    }

    OutboxBackend backend() {
        return backend;
    }

    /** Blocks until the parent closes the standard input of this process, by its will or by its end. */
    static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // Nothing is said on it.
        }
    }
}

package org.outboxee.benchmarks.ours;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agroal.api.AgroalDataSource;
import jakarta.persistence.EntityManagerFactory;
import jakarta.transaction.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxHandler;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Business;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.database.Jta;
import org.outboxee.benchmarks.database.Pools;
import org.outboxee.jpa.JpaStoreProvider;
import org.outboxee.relay.Relay;
import org.outboxee.spi.Availability;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PreparedAppend;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;

/**
 * The JPA store on Hibernate and the relay. Messages are appended as the container does it, when a JTA transaction
 * completes. What the container adds, JSON-B and CDI, is left out, as it is for everyone else.
 */
public final class OurOutbox implements Outbox {

    private final Database database;
    private final OurSettings settings;
    private final AgroalDataSource pool;
    private final EntityManagerFactory factory;
    private final OutboxBackend backend;
    private final Threads background = new Threads();
    private final AtomicReference<@Nullable Relay> running = new AtomicReference<>();

    /** An outbox in a database that may have its tables already. */
    public OurOutbox(Database database, OurSettings settings) throws SQLException {
        this.database = database;
        this.settings = settings;
        pool = Pools.joined(database, settings.connections());
        factory = Unit.open(pool);
        backend = new JpaStoreProvider(Unit.instance(factory))
                .open(new StoreContext(
                        "benchmarks",
                        settings.partitions(),
                        Jta::requireNew,
                        background::execute,
                        this::owned,
                        Ticker.SYSTEM,
                        key -> key.equals("outbox.jpa.schema") ? Optional.of("create") : Optional.empty()));
    }

    private List<Integer> owned() {
        Relay relay = running.get();
        return relay == null ? List.of() : relay.ownedPartitions();
    }

    @Override
    public String name() {
        return "ours";
    }

    /** The store, for what a relay does not do. */
    public OutboxBackend backend() {
        return backend;
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public void transact(Work work, long first) {
        List<OutboxMessage> messages = new ArrayList<>();
        for (long number = first; number < first + work.emits(); number++) {
            messages.add(new OutboxMessage(
                    UUID.randomUUID().toString(),
                    "benchmark",
                    work.key(number),
                    Work.payload(number).getBytes(UTF_8),
                    Map.of(),
                    new Availability.Now(),
                    Set.of(OutboxHandler.DEFAULT_BINDING)));
        }
        Jta.requireNew(() -> {
            business();
            AtomicReference<@Nullable PreparedAppend> prepared = new AtomicReference<>();
            Jta.atCompletion(
                    () -> prepared.set(backend.appender().append(messages)),
                    status -> ended(status == Status.STATUS_COMMITTED, prepared.get()));
            return work;
        });
    }

    private void ended(boolean committed, @Nullable PreparedAppend append) {
        Relay relay = running.get();
        if (committed && append != null) {
            append.committed();
            if (relay != null) {
                relay.wake(append.partitions());
            }
        }
    }

    private void business() {
        try (Connection connection = pool.getConnection()) {
            Business.transact(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void fill(Work work, int messages) throws SQLException {
        Backlog.fill(database, work, messages);
    }

    @Override
    public Delivering deliver(Consumer<String> handler) {
        Threads threads = new Threads();
        Relay relay = Relay.builder()
                .store(backend.store())
                .leases(backend.leases())
                .producer(delivery -> handler.accept(new String(delivery.payload(), UTF_8)))
                .executor(threads)
                .config(settings.relay())
                .partitions(settings.partitions())
                .build();
        running.set(relay);
        relay.start();
        return () -> {
            running.set(null);
            relay.stop();
            threads.close();
        };
    }

    @Override
    public boolean ordersKeys() {
        return true;
    }

    @Override
    public void close() {
        backend.close();
        factory.close();
        pool.close();
        background.close();
    }
}

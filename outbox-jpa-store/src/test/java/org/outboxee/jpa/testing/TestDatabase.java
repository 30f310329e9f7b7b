package org.outboxee.jpa.testing;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * An empty database behind a pool whose connections take part in JTA transactions as non-XA resources: one transaction,
 * one connection. Closing it deletes it.
 */
public final class TestDatabase implements AutoCloseable {

    /** The kinds of databases. Where a session has a time zone, it is neither UTC nor the JVM's. */
    public enum Kind {
        /** In memory. */
        H2("set time zone 'Pacific/Auckland'") {
            @Override
            Storage create(String name) {
                return new Storage(
                        "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=" + PATIENCE.toMillis(), () -> {});
            }
        },
        /** A file with a write-ahead log. */
        SQLITE("select 1") {
            @Override
            Storage create(String name) throws IOException {
                Path file = Files.createTempFile(name, ".db");
                return new Storage(
                        "jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=OFF&busy_timeout=" + PATIENCE.toMillis(),
                        () -> {
                            for (String suffix : new String[] {"", "-wal", "-shm"}) {
                                new File(file + suffix).delete();
                            }
                        });
            }
        },
        /** A database of the JVM's server, at READ COMMITTED. */
        POSTGRESQL("set time zone 'Pacific/Auckland'") {
            @Override
            Storage create(String name) {
                return onServer(PostgresqlServer.shared(), name);
            }
        },
        /** A database of the JVM's server, at REPEATABLE READ, whose own collation ignores case and accents. */
        MARIADB("set time_zone = '+13:00'") {
            @Override
            Storage create(String name) {
                return onServer(MariadbServer.shared(), name);
            }
        };

        private final String initialSql;

        Kind(String initialSql) {
            this.initialSql = initialSql;
        }

        abstract Storage create(String name) throws IOException;

        private static Storage onServer(DatabaseServer server, String name) {
            return new Storage(server.createDatabase(name), () -> server.dropDatabase(name));
        }
    }

    /** Where an empty database is, and how it is deleted. */
    record Storage(String url, Runnable deletion) {}

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Kind kind;
    private final Storage storage;
    private final RecordingDataSource dataSource;
    private final AgroalDataSource pool;
    private final List<AgroalDataSource> morePools = new CopyOnWriteArrayList<>();

    /**
     * A new database.
     *
     * @param connections the size of the pool
     */
    public TestDatabase(Kind kind, int connections) {
        this(kind, connections, "");
    }

    /**
     * A new database.
     *
     * @param connections the size of the pool
     * @param parameters what its URL ends with
     */
    public TestDatabase(Kind kind, int connections, String parameters) {
        this.kind = kind;
        try {
            Storage created = kind.create("outbox" + COUNT.incrementAndGet());
            storage = new Storage(created.url() + parameters, created.deletion());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        pool = newPool(connections, "");
        dataSource = new RecordingDataSource(pool);
        execute(Purchase.TABLE);
    }

    /** Another pool on this database, as another node has it, which records nothing. Closed with the database. */
    public DataSource openPool(int connections) {
        return openPool(connections, "");
    }

    /**
     * The same, with a setting of its sessions.
     *
     * @param sessionSql runs on each new connection
     */
    public DataSource openPool(int connections, String sessionSql) {
        AgroalDataSource opened = newPool(connections, sessionSql);
        morePools.add(opened);
        return opened;
    }

    private AgroalDataSource newPool(int connections, String sessionSql) {
        String initialSql = sessionSql.isEmpty() ? kind.initialSql : sessionSql;
        try {
            return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                    .connectionPoolConfiguration(settings -> settings.maxSize(connections)
                            .acquisitionTimeout(PATIENCE)
                            .transactionIntegration(new NarayanaTransactionIntegration(Jta.MANAGER, Jta.REGISTRY))
                            .connectionFactoryConfiguration(
                                    factory -> factory.jdbcUrl(storage.url()).initialSql(initialSql))));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The pool, which also records what goes through it. */
    public RecordingDataSource dataSource() {
        return dataSource;
    }

    /** Runs statements outside any transaction, each on its own. */
    public void execute(String... statements) {
        Sql.execute(() -> pool.getConnection(), statements);
    }

    /** Runs statements on one connection, outside any transaction; the rows of the last one, their columns joined. */
    public List<String> query(String... statements) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
            List<String> found = new ArrayList<>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    List<String> columns = new ArrayList<>();
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        columns.add(rows.getString(i));
                    }
                    found.add(String.join("|", columns));
                }
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public Kind kind() {
        return kind;
    }

    /**
     * Deletes all rows of the outbox, whose tables have their own names.
     *
     * <p>MariaDB purges deleted rows in the background. Until then, who inserts one of their message ids anew locks the
     * gaps beside it, and transactions that overlap on purpose would wait for each other's end.
     */
    public void emptyOutbox() {
        execute(
                kind == Kind.MARIADB ? "truncate table outbox_record" : "delete from outbox_record",
                "delete from outbox_counter",
                "delete from outbox_partition",
                "delete from outbox_node");
    }

    @Override
    public void close() {
        pool.close();
        morePools.forEach(AgroalDataSource::close);
        storage.deletion().run();
    }
}

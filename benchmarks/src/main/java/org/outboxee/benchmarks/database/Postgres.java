package org.outboxee.benchmarks.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/**
 * A PostgreSQL server of its own on the loopback interface, whose commits wait for the disk. Everything not named here
 * is as PostgreSQL is delivered. Closing it deletes its data. Safe for any number of threads.
 */
public final class Postgres implements AutoCloseable {

    /** What differs from the defaults. */
    private static final Map<String, String> SETTINGS = Map.of(
            "listen_addresses", "127.0.0.1",
            // The starter turns these off.
            "fsync", "on",
            "full_page_writes", "on",
            "synchronous_commit", "on",
            "shared_buffers", "512MB",
            // So that no checkpoint falls into one measurement and not into the next.
            "max_wal_size", "8GB",
            "checkpoint_timeout", "1h",
            "max_connections", "400");

    private final EmbeddedPostgres server;
    private int databases;

    private Postgres(EmbeddedPostgres server) {
        this.server = server;
    }

    /** Starts a server. */
    public static Postgres start() throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(1));
        SETTINGS.forEach(builder::setServerConfig);
        return new Postgres(builder.start());
    }

    /** Creates a database with the tables of the business. */
    public synchronized Database create(String name) throws SQLException {
        String unique = name.replaceAll("[^a-z0-9]", "_") + "_" + ++databases;
        Database administration = new Database(server.getJdbcUrl("postgres", "postgres"));
        administration.execute("create database " + unique);
        Database created = new Database(server.getJdbcUrl("postgres", unique));
        created.execute(Business.TABLES);
        return created;
    }

    /** What the server runs with, for the report. */
    public String describe() throws SQLException {
        Database administration = new Database(server.getJdbcUrl("postgres", "postgres"));
        StringBuilder text = new StringBuilder("PostgreSQL " + administration.text("show server_version"));
        for (String setting : new String[] {
            "fsync", "synchronous_commit", "full_page_writes", "shared_buffers", "max_wal_size", "checkpoint_timeout"
        }) {
            text.append(", ").append(setting).append('=').append(administration.text("show " + setting));
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}

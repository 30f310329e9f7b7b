package org.outboxee.jpa.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/** A PostgreSQL server. */
public final class PostgresqlServer implements DatabaseServer {

    private static final Map<String, String> FAST_SETTINGS =
            Map.of("fsync", "off", "full_page_writes", "off", "synchronous_commit", "off");

    private static final class Shared {
        private static final PostgresqlServer SERVER = start(Durability.FAST);
    }

    private final EmbeddedPostgres server;

    private PostgresqlServer(EmbeddedPostgres server) {
        this.server = server;
    }

    /** The server of this JVM, which the first call starts. Not to be closed. */
    public static PostgresqlServer shared() {
        return Shared.SERVER;
    }

    /** Starts another server. */
    public static PostgresqlServer start(Durability durability) {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(1))
                .setServerConfig("listen_addresses", "127.0.0.1")
                // So that tests can ask which transaction committed first.
                .setServerConfig("track_commit_timestamp", "on");
        if (durability == Durability.FAST) {
            FAST_SETTINGS.forEach(builder::setServerConfig);
        } else {
            // The starter turns it off.
            builder.setServerConfig("synchronous_commit", "on").setServerConfig("fsync", "on");
        }
        try {
            return new PostgresqlServer(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String createDatabase(String name) {
        execute("create database " + name);
        return server.getJdbcUrl("postgres", name);
    }

    @Override
    public void dropDatabase(String name) {
        execute("drop database " + name + " with (force)");
    }

    private void execute(String sql) {
        Sql.execute(() -> server.getPostgresDatabase().getConnection(), sql);
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.outboxee.jpa.crash;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.outboxee.jpa.testing.DatabaseServer.Durability;
import org.outboxee.jpa.testing.MariadbServer;
import org.outboxee.jpa.testing.RestartablePostgresql;
import org.outboxee.jpa.testing.TestDatabase.Kind;

/** The database that all processes share. For one thread. */
interface Server extends AutoCloseable {

    String url();

    /** Kills it and starts it again; false where it cannot be restarted. */
    boolean restart();

    @Override
    void close();

    static Server start(Kind kind) {
        return switch (kind) {
            case POSTGRESQL -> new Postgresql();
            case MARIADB -> new Mariadb();
            case SQLITE -> new Sqlite();
            case H2 -> throw new IllegalArgumentException("H2 is in one process");
        };
    }

    final class Postgresql implements Server {

        private final RestartablePostgresql server = new RestartablePostgresql();

        @Override
        public String url() {
            return server.url();
        }

        @Override
        public boolean restart() {
            server.crash();
            server.startAgain();
            return true;
        }

        @Override
        public void close() {
            server.close();
        }
    }

    final class Mariadb implements Server {

        private final MariadbServer server = MariadbServer.start(Durability.DURABLE);
        private final String url = server.createDatabase("crash");

        @Override
        public String url() {
            return url;
        }

        @Override
        public boolean restart() {
            server.crash();
            return true;
        }

        @Override
        public void close() {
            server.close();
        }
    }

    final class Sqlite implements Server {

        private final File file;

        Sqlite() {
            try {
                file = File.createTempFile("outbox-crash", ".db");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String url() {
            return "jdbc:sqlite:" + file + "?journal_mode=WAL&busy_timeout=20000&transaction_mode=IMMEDIATE";
        }

        @Override
        public boolean restart() {
            return false;
        }

        @Override
        public void close() {
            for (String suffix : new String[] {"", "-wal", "-shm"}) {
                new File(file + suffix).delete();
            }
        }
    }
}

package org.outboxee.jpa.testing;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An administrator's view of the sessions of one database on a server. Safe for any number of threads. */
public final class Sessions {

    /** How a server names its sessions and ends them. */
    private record Dialect(String own, String all, String kill) {}

    private static final Dialect POSTGRESQL = new Dialect(
            "select pg_backend_pid()",
            "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
            "select pg_terminate_backend(");

    private static final Dialect MARIADB = new Dialect(
            "select connection_id()",
            "select id from information_schema.processlist where db = database() and id <> connection_id()",
            "kill connection (");

    private final String url;
    private final Dialect dialect;

    /** The sessions of the database with this JDBC URL. */
    public Sessions(String url) {
        this.url = url;
        this.dialect = url.startsWith("jdbc:postgresql:") ? POSTGRESQL : MARIADB;
    }

    /** Ends the session of a connection, and returns when it has ended. */
    public void kill(Connection victim) {
        try (Statement statement = victim.createStatement();
                ResultSet row = statement.executeQuery(dialect.own())) {
            row.next();
            kill(List.of(row.getLong(1)));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends all sessions of the database, and returns how many there were when they have ended. */
    public int killAll() {
        List<Long> all = ids();
        kill(all);
        return all.size();
    }

    private void kill(List<Long> ids) {
        try (Connection administrator = DriverManager.getConnection(url);
                Statement statement = administrator.createStatement()) {
            for (long id : ids) {
                try {
                    statement.execute(dialect.kill() + id + ")");
                } catch (SQLException e) {
                    // It has ended by itself meanwhile, or the next line finds out that it has not.
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        await().pollInterval(Duration.ofMillis(2))
                .pollDelay(Duration.ZERO)
                .until(() -> ids().stream().noneMatch(ids::contains));
    }

    private List<Long> ids() {
        try (Connection administrator = DriverManager.getConnection(url);
                Statement statement = administrator.createStatement();
                ResultSet rows = statement.executeQuery(dialect.all())) {
            List<Long> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
            return ids;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

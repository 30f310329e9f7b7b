package org.outboxee.jpa.crash;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.outboxee.jpa.testing.TestDatabase.Kind;

/**
 * The tables of the application, which know nothing of the outbox: accounts whose versions tell in which order their
 * transactions committed, what was sent by transactions that committed, and each delivery with its times by the
 * database's clock. Each statement of this class commits by itself. For one thread.
 */
final class Witness implements AutoCloseable {

    private static final int ATTEMPTS = 600;

    private final Kind kind;
    private final String url;
    private Connection connection;

    Witness(Kind kind, String url) throws SQLException {
        this.kind = kind;
        this.url = url;
        this.connection = DriverManager.getConnection(url);
    }

    /** Creates the tables. */
    void create(int accounts) throws SQLException {
        String number = kind == Kind.POSTGRESQL
                ? "bigint generated always as identity primary key"
                : kind == Kind.MARIADB ? "bigint auto_increment primary key" : "integer primary key autoincrement";
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table account (id integer primary key, version bigint not null)");
            statement.execute("create table sent (message_id varchar(100) primary key, account integer not null,"
                    + " version bigint not null)");
            statement.execute("create table delivery (id " + number + ", message_id varchar(100) not null,"
                    + " node varchar(100) not null, attempt integer not null, started bigint not null, ended bigint,"
                    + " succeeded integer not null)");
            statement.execute("create table effect (message_id varchar(100) not null)");
            for (int account = 0; account < accounts; account++) {
                statement.execute("insert into account values (" + account + ", 0)");
            }
        }
    }

    /** The database's clock in microseconds, in SQL. */
    private String now() {
        return switch (kind) {
            case POSTGRESQL -> "cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)";
            case MARIADB -> "cast(unix_timestamp(sysdate(6)) * 1000000 as integer)";
            case SQLITE, H2 -> "cast((julianday('now') - 2440587.5) * 86400000000 as integer)";
        };
    }

    /** Writes down that a delivery begins; its number. */
    long begin(String messageId, String node, int attempt) {
        return retried(() -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "insert into delivery (message_id, node, attempt, started, succeeded)" + " values (?, ?, ?, "
                            + now() + ", 0)",
                    Statement.RETURN_GENERATED_KEYS)) {
                statement.setString(1, messageId);
                statement.setString(2, node);
                statement.setInt(3, attempt);
                statement.executeUpdate();
                try (ResultSet keys = statement.getGeneratedKeys()) {
                    keys.next();
                    return keys.getLong(1);
                }
            }
        });
    }

    /** Writes down that a delivery has ended. */
    void end(long delivery, boolean succeeded) {
        retried(() -> {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate("update delivery set ended = " + now() + ", succeeded = "
                        + (succeeded ? 1 : 0) + " where id = " + delivery);
            }
        });
    }

    /** How many deliveries of a message have begun. */
    int deliveries(String messageId) {
        return count("select count(*) from delivery where message_id = '" + messageId + "'");
    }

    /** The number of the newest delivery; 0 if there is none. */
    long newest() {
        return count("select coalesce(max(id), 0) from delivery");
    }

    private int count(String sql) {
        return Integer.parseInt(rows(sql).get(0).get(0));
    }

    /** Writes down that a message was sent that belongs to no account. */
    void insertSent(String messageId) {
        retried(() -> {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate("insert into sent values ('" + messageId + "', -1, 0)");
            }
        });
    }

    /** How many messages were sent. */
    int sent() {
        return count("select count(*) from sent");
    }

    List<List<String>> rows(String sql) {
        return retried(() -> {
            List<List<String>> found = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        row.add(String.valueOf(rows.getString(i)));
                    }
                    found.add(row);
                }
            }
            return found;
        });
    }

    private interface SqlWork<T> {
        T run() throws SQLException;
    }

    /**
     * While the database restarts, a witness waits for it, also when it is interrupted: what it has seen must not be
     * lost.
     */
    private <T> T retried(SqlWork<T> work) {
        boolean interrupted = false;
        try {
            SQLException last = null;
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                try {
                    if (attempt > 0) {
                        TimeUnit.MILLISECONDS.sleep(100);
                        connection.close();
                        connection = DriverManager.getConnection(url);
                    }
                    return work.run();
                } catch (SQLException e) {
                    last = e;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            throw new IllegalStateException("The database did not come back", last);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

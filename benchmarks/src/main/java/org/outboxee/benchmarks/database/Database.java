package org.outboxee.benchmarks.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database of a server, as an administrator uses it: each call on a connection of its own.
 *
 * @param url all that a connection needs
 */
public record Database(String url) {

    /** Opens a connection that belongs to no pool. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    /** Runs statements, each on its own. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of the first row. */
    public String text(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** The first column of the first row as a number. */
    public long number(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    /** Leaves a filled table as one that has been there for a while, so that no measurement pays for what filled it. */
    public void settle(String table) throws SQLException {
        execute("vacuum analyze " + table, "checkpoint");
    }
}

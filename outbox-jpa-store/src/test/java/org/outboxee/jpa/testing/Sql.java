package org.outboxee.jpa.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs statements outside any transaction, each on its own. */
final class Sql {

    /** Where a connection comes from. */
    @FunctionalInterface
    interface Connections {
        Connection open() throws SQLException;
    }

    private Sql() {}

    /** Runs statements on one connection, and closes it. */
    static void execute(Connections connections, String... statements) {
        try (Connection connection = connections.open();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

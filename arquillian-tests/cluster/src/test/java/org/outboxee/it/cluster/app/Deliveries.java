package org.outboxee.it.cluster.app;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/**
 * Writes down when each delivery begins and ends, by the database's clock. Outside transactions: what is written stays,
 * whatever becomes of the server.
 */
@ApplicationScoped
public class Deliveries {

    private static final String SERVER = System.getProperty("cluster.server");

    private volatile CountDownLatch gate = new CountDownLatch(0);

    @Resource(lookup = "java:app/jdbc/cluster")
    DataSource dataSource;

    /** From now on deliveries begin, and do not end by themselves. */
    void hold() {
        gate = new CountDownLatch(1);
    }

    /** Does the work of a handler. */
    public void deliver(String messageId) throws InterruptedException, SQLException {
        long delivery = begin(messageId);
        boolean succeeded = false;
        try {
            gate.await();
            succeeded = true;
        } finally {
            end(delivery, succeeded);
        }
    }

    private long begin(String messageId) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "insert into delivery (message_id, server) values (?, ?) returning id")) {
            statement.setString(1, messageId);
            statement.setString(2, SERVER);
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return result.getLong(1);
            }
        }
    }

    private void end(long delivery, boolean succeeded) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "update delivery set ended = clock_timestamp(), succeeded = ? where id = ?")) {
            statement.setBoolean(1, succeeded);
            statement.setLong(2, delivery);
            statement.executeUpdate();
        }
    }
}

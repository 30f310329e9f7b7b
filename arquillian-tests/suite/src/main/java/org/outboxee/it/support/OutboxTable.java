package org.outboxee.it.support;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Looks at the tables with plain SQL, past every cache of a persistence provider. Call it outside a transaction. */
@ApplicationScoped
public class OutboxTable {

    private static final int PATIENCE_SECONDS = 30;

    private static final String ALL = "select count(*) from outbox_record r join outbox_partition p"
            + " on p.id = r.partition_id where p.outbox_name = ?";

    @Resource(lookup = "java:comp/DefaultDataSource")
    DataSource dataSource;

    /** Every application under test has its own outbox, named like its module. */
    @Resource(lookup = "java:module/ModuleName")
    String outboxName;

    /** How many records a message has, in any state. */
    public long recordsOf(String messageId) {
        return count("select count(*) from outbox_record where message_id = ?", messageId);
    }

    /** Waits until the message has no record any more: it was delivered and its completion is stored. */
    public void awaitNoRecordOf(String messageId) {
        await().atMost(PATIENCE_SECONDS, SECONDS).until(() -> recordsOf(messageId) == 0);
    }

    /** Waits until this application's outbox has no record any more, in any state. */
    public void awaitEmpty() {
        await().atMost(PATIENCE_SECONDS, SECONDS).until(() -> count(ALL, outboxName) == 0);
    }

    /** Changes rows by hand, in a statement with one parameter. */
    public void change(String sql, String parameter) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, parameter);
            if (statement.executeUpdate() == 0) {
                throw new IllegalStateException("Nothing was changed by " + sql + " for " + parameter);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The count that a query with one parameter returns. */
    public long count(String sql, String parameter) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, parameter);
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return result.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}

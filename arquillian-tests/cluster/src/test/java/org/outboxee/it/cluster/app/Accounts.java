package org.outboxee.it.cluster.app;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;

/** Business code whose row lock gives the commits of one account an order that the outbox knows nothing of. */
@ApplicationScoped
public class Accounts {

    @Resource(lookup = "java:app/jdbc/cluster")
    DataSource dataSource;

    @Inject
    Outbox outbox;

    /** Changes an account, writes down that a message is sent, and sends it with the account as its key. */
    @Transactional
    public void change(String name, int account) {
        long version = next(account);
        String id = outbox.emit(name, new Change(account, version), EmitOptions.key("account " + account));
        sent(id, name, account, version);
    }

    /** Sends a message without a key. */
    @Transactional
    public void changeNone(String name) {
        sent(outbox.emit(name, new Change(-1, 0)), name, -1, 0);
    }

    private long next(int account) {
        String sql = "insert into account values (?, 1)"
                + " on conflict (id) do update set version = account.version + 1 returning version";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, account);
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return result.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void sent(String id, String name, int account, long version) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("insert into sent values (?, ?, ?, ?)")) {
            statement.setString(1, id);
            statement.setString(2, name);
            statement.setInt(3, account);
            statement.setLong(4, version);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

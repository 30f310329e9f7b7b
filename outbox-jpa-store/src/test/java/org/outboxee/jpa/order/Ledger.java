package org.outboxee.jpa.order;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.outboxee.jpa.testing.TestDatabase.Kind;

/** The application's own statements, in the transaction of the thread. */
final class Ledger {

    private final Kind kind;
    private final DataSource pool;

    Ledger(Kind kind, DataSource pool) {
        this.kind = kind;
        this.pool = pool;
    }

    /** Writes an entry. */
    void write(long id) {
        run("insert into entry values (" + id + ")");
    }

    /** Reads something. */
    void read() {
        query("select count(*) from account");
    }

    /** Locks an account to the end of the transaction; its next version. */
    long lock(int account) {
        String update = "update account set version = version + 1 where id = " + account;
        if (kind == Kind.POSTGRESQL) {
            return Long.parseLong(query(update + " returning version"));
        }
        run(update);
        return Long.parseLong(query("select version from account where id = " + account));
    }

    /** What the database calls this transaction, where that helps; else empty. */
    String transactionId() {
        return kind == Kind.POSTGRESQL ? query("select pg_current_xact_id()") : "";
    }

    private void run(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private String query(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

package org.outboxee.benchmarks.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/** What every transaction does beside its messages: a row is changed and one is inserted. */
public final class Business {

    private static final int ACCOUNTS = 10_000;

    /** The tables, with the accounts. */
    static final String[] TABLES = {
        "create table account (id integer primary key, balance bigint not null)",
        "insert into account select n, 0 from generate_series(0, " + (ACCOUNTS - 1) + ") n",
        "create table purchase (id bigint generated always as identity primary key, account integer not null,"
                + " amount bigint not null, note varchar(100))",
        "vacuum analyze account"
    };

    private Business() {}

    /** Runs the statements in the transaction of a connection. */
    public static void transact(Connection connection) throws SQLException {
        int account = ThreadLocalRandom.current().nextInt(ACCOUNTS);
        try (PreparedStatement update =
                connection.prepareStatement("update account set balance = balance + 7 where id = ?")) {
            update.setInt(1, account);
            update.executeUpdate();
        }
        try (PreparedStatement insert =
                connection.prepareStatement("insert into purchase (account, amount, note) values (?, 7, 'seven')")) {
            insert.setInt(1, account);
            insert.executeUpdate();
        }
    }
}

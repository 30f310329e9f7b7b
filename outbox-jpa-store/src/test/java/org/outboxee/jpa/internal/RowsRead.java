package org.outboxee.jpa.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

/** Counts by the database's own counters what a transaction of this thread reads: rows, and index entries. */
final class RowsRead {

    /** Of this transaction; an index entry and the row that it leads to are two. */
    private static final String POSTGRESQL = "select sum(pg_stat_get_xact_tuples_returned(oid)"
            + " + pg_stat_get_xact_tuples_fetched(oid)) from pg_class where relname like 'outbox_record%'";

    /** Of this session; {@code show} reads a temporary table of its own, a fixed number of rows. */
    private static final String MARIADB = "show session status like 'Handler_read%'";

    /**
     * A commit that does not wait for the log leaves what it ended in the way until the log is written: only then do
     * readers mark the index entries, which others skip without looking at the row.
     */
    private static final String DURABLE_COMMITS = "&options=-c%20synchronous_commit%3Don";

    private final TestUnit unit;
    private final String query;
    private final Queue<Long> rows = new ConcurrentLinkedQueue<>();

    RowsRead(TestUnit unit, Kind kind) {
        this.unit = unit;
        this.query = switch (kind) {
            case POSTGRESQL -> POSTGRESQL;
            case MARIADB -> MARIADB;
            case H2, SQLITE -> throw new IllegalArgumentException(kind + " does not count");
        };
    }

    /** A unit with the tables of the outbox whose reads are those of a database as it is delivered. */
    static TestUnit unit(Kind kind, int connections) {
        String parameters = kind == Kind.POSTGRESQL ? DURABLE_COMMITS : "";
        return JpaHarness.unit(Provider.HIBERNATE, new TestDatabase(kind, connections, parameters));
    }

    /** Counts what the work reads, which runs in the transaction of this thread. */
    void count(Runnable work) {
        long counting = -read() + read();
        long before = read();
        work.run();
        rows.add(read() - before - counting);
    }

    /** What was counted since the last call. */
    long take() {
        return takeEach().stream().mapToLong(Long::longValue).sum();
    }

    /** The same for each transaction. */
    List<Long> takeEach() {
        List<Long> taken = new ArrayList<>();
        for (Long next = rows.poll(); next != null; next = rows.poll()) {
            taken.add(next);
        }
        return taken;
    }

    private long read() {
        try (Connection connection = unit.database().dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            long sum = 0;
            while (result.next()) {
                sum += result.getLong(result.getMetaData().getColumnCount());
            }
            return sum;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

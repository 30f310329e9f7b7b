package org.outboxee.benchmarks.peers;

import java.sql.SQLException;
import org.outboxee.benchmarks.database.Database;

/** Fills a peer's table with copies of a row that the peer itself has written. */
final class Copies {

    private Copies() {}

    /**
     * Copies the only row of a table.
     *
     * @param table its name in lower case
     * @param differing a JSON object in SQL of the columns that differ; {@code n} is the number of the copy,
     *     {@code fresh} a new UUID, {@code t} the row
     * @param messages how many rows there are at the end
     */
    static void multiply(Database database, String table, String differing, int messages) throws SQLException {
        if (database.number("select count(*) from " + table) != 1) {
            throw new IllegalStateException("One row was expected in " + table);
        }
        database.execute(
                "insert into " + table + " select (jsonb_populate_record(t, " + differing + ")).* from " + table
                        + " t, (select n, gen_random_uuid()::text as fresh from generate_series(1, " + (messages - 1)
                        + ") n) numbers");
        database.settle(table);
    }
}

package org.outboxee.benchmarks.ours;

import java.sql.SQLException;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Database;

/** Rows as appends would have written them, but by the thousand. */
public final class Backlog {

    private Backlog() {}

    /** Empties the tables and fills the outbox. */
    static void fill(Database database, Work work, int messages) throws SQLException {
        database.execute("truncate outbox_record, purchase");
        add(database, work, messages, 0);
        database.settle("outbox_record");
    }

    /**
     * Puts in more messages.
     *
     * @param after their numbers come after this one; the table has none with such numbers
     */
    public static void add(Database database, Work work, int messages, int after) throws SQLException {
        long partitions = database.number("select count(*) from outbox_partition");
        long first = database.number("select min(id) from outbox_partition");
        String key = work.keys() == 0 ? "null" : "'k' || n % " + work.keys();
        String slice = work.keys() == 0 ? "n" : "n % " + work.keys();
        database.execute(
                "insert into outbox_record (id, outbox_id, partition_id, seq, message_id, binding, name, created_at,"
                        + " available_at, sort_at, state, holding, attempts, crashes, ordering_key, payload)"
                        + " select n, " + first + ", " + first + " + (" + slice + ") % " + partitions
                        + ", n, gen_random_uuid(), 'default', 'benchmark', n, n, n, 'PENDING', 0, 0, 0, " + key
                        + ", convert_to(rpad(n::text, " + Work.PAYLOAD + ", '.'), 'UTF8')"
                        + " from generate_series(" + (after + 1) + ", " + (after + messages) + ") n");
    }
}

package org.outboxee.benchmarks.runs;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;
import org.outboxee.benchmarks.report.Series;
import org.outboxee.spi.Claim;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement.Completed;

/**
 * What claims cost.
 *
 * @param millis the medians of some series of claims
 * @param rows rows and index entries read for each message
 */
record ClaimCost(Series millis, double rows) {

    static final int LIMIT = 50;
    /** How many messages there have to be. */
    static final int FRESH = 5000;

    private static final int SERIES = 5;
    private static final int CLAIMS = 16;
    private static final int WARM_UP = 10;
    private static final Duration LEASE = Duration.ofMinutes(5);

    private static final String READ = "select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from"
            + " pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes)";

    /**
     * Claims and settles until nothing comes.
     *
     * @param nothingIsStalled whether everything would come: then nothing is done
     */
    static void claimAllThatIsNotStalled(OurOutbox outbox, boolean nothingIsStalled) {
        if (nothingIsStalled) {
            return;
        }
        OutboxStore store = outbox.backend().store();
        PartitionLease lease = lease(outbox);
        for (boolean more = true; more; ) {
            Claim claim = store.claim(lease, 200, LEASE);
            settle(store, claim);
            more = claim.more() || !claim.records().isEmpty();
        }
    }

    /** Measures claims of {@link #LIMIT} in a database with at least {@link #FRESH} messages. */
    static ClaimCost measure(Database database) throws SQLException {
        long before;
        List<Double> medians = new ArrayList<>();
        // A connection counts what it has read in the tables' statistics at the latest when it is closed.
        try (OurOutbox outbox = new OurOutbox(database, OurSettings.forRates(1).withPartitions(1))) {
            PartitionLease lease = lease(outbox);
            before = database.number(READ);
            for (int i = 0; i < WARM_UP; i++) {
                claim(outbox.backend().store(), lease);
            }
            for (int series = 0; series < SERIES; series++) {
                List<Double> times = new ArrayList<>();
                for (int i = 0; i < CLAIMS; i++) {
                    times.add(claim(outbox.backend().store(), lease));
                }
                medians.add(new Series(times).median());
            }
        }
        double messages = LIMIT * (WARM_UP + SERIES * CLAIMS);
        return new ClaimCost(new Series(medians), (database.number(READ) - before) / messages);
    }

    private static PartitionLease lease(OurOutbox outbox) {
        return outbox.backend().leases().acquire(Set.of(0), "benchmark").get(0);
    }

    private static double claim(OutboxStore store, PartitionLease lease) {
        long begin = System.nanoTime();
        Claim claim = store.claim(lease, LIMIT, LEASE);
        double millis = (System.nanoTime() - begin) / 1e6;
        settle(store, claim);
        return millis;
    }

    private static void settle(OutboxStore store, Claim claim) {
        store.settle(claim.records().stream().map(Completed::new).toList());
    }
}

package org.outboxee.benchmarks.runs;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.ours.Backlog;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;
import org.outboxee.benchmarks.report.Result;
import org.outboxee.benchmarks.report.Section;
import org.outboxee.benchmarks.report.Series;

/** What a claim costs, by what stands in the table. */
final class GrowthBenchmark implements Benchmark {

    private static final int[] BACKLOGS = {1000, 100_000, 1_000_000};
    private static final double FLAT = 1.5;

    /**
     * What a table is like: how many keys new messages have, the key of a record in SQL, and which records back off for
     * a long time.
     */
    private record Shape(String name, int keys, String key, String stalled) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape("keyless", 0, "null", "false"),
            new Shape("1,000 keys", 1000, "'k' || seq % 1000", "false"),
            new Shape(
                    "90 % behind one stalled key", 0, "case when seq % 10 = 0 then 'k' || seq else 's' end", "seq = 1"),
            // With fewer records each key has one, and a tenth of the records can be claimed all the same.
            new Shape(
                    "90 % behind 10,000 stalled keys",
                    0,
                    "case when seq % 10 = 0 then 'k' || seq else 's' || seq % 11111 end",
                    "seq < 11111 and seq % 10 <> 0"));

    @Override
    public Section run(Postgres postgres, Settings settings) throws Exception {
        List<Result> results = new ArrayList<>();
        Database database = postgres.create("ours");
        for (Shape shape : SHAPES) {
            List<ClaimCost> costs = new ArrayList<>();
            for (int backlog : BACKLOGS) {
                int records = settings.quick() ? backlog / 20 : backlog;
                try (OurOutbox outbox =
                        new OurOutbox(database, OurSettings.forRates(1).withPartitions(1))) {
                    fill(database, shape, records);
                    ClaimCost.claimAllThatIsNotStalled(outbox, shape.stalled().equals("false"));
                    Backlog.add(database, new Work(shape.keys(), 1), ClaimCost.FRESH, records);
                    database.settle("outbox_record");
                }
                costs.add(ClaimCost.measure(database));
                Series millis = costs.get(costs.size() - 1).millis();
                double rows = costs.get(costs.size() - 1).rows();
                String name = shape.name() + ", " + String.format(Locale.ROOT, "%,d", records);
                results.add(Result.of(name + ", claim of " + ClaimCost.LIMIT, "ms", millis)
                        .withGoal(
                                "at most 1.5 times the first",
                                millis.median() <= FLAT * costs.get(0).millis().median()));
                results.add(Result.of(name + ", claim and settlement", "rows read/message", Series.of(rows))
                        .withGoal(
                                "at most 1.5 times the first",
                                rows <= FLAT * costs.get(0).rows()));
            }
        }
        return new Section("growth", "Growth", TEXT, results, List.of());
    }

    private static void fill(Database database, Shape shape, int records) throws SQLException {
        database.execute("truncate outbox_record");
        Backlog.add(database, new Work(0, 1), records, 0);
        database.execute("update outbox_record r set ordering_key = " + shape.key()
                + ", state = case when " + shape.stalled()
                + " then 'WAITING' else 'PENDING' end, sort_at = case when "
                + shape.stalled()
                + " then 4000000000000 else sort_at end");
        database.settle("outbox_record");
    }

    private static final String TEXT = """
            One partition. Claims take what is not stalled, and park what is, until nothing is left but that; then 5,000 new \
            messages come, and claims of 50 are measured, and the rows and index entries that claims and settlements read, by \
            PostgreSQL's counters. Where nothing is stalled, claims take \
            the backlog first. What parking costs, once for each \
            record, is in ADR 6.""";
}

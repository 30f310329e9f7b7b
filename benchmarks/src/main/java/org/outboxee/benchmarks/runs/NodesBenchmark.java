package org.outboxee.benchmarks.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.ours.Backlog;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;
import org.outboxee.benchmarks.report.Result;
import org.outboxee.benchmarks.report.Section;
import org.outboxee.benchmarks.report.Series;

/** How much faster more relay processes deliver, with a handler that waits. */
final class NodesBenchmark implements Benchmark {

    private static final int[] NODES = {1, 2, 4};
    private static final int MESSAGES_PER_NODE = 5000;
    private static final int KEYS = 1000;
    private static final double CLOSE_TO_LINEAR = 0.8;
    private static final long LOOK = 5;

    @Override
    public Section run(Postgres postgres, Settings settings) throws Exception {
        Map<String, Map<Integer, List<Double>>> rates = new LinkedHashMap<>();
        Database database = postgres.create("ours");
        new OurOutbox(database, RelayProcess.SETTINGS).close(); // creates the tables
        int rounds = settings.rounds();
        for (int nodes : NODES) {
            List<RelayProcess> processes = new ArrayList<>();
            try {
                for (int node = 0; node < nodes; node++) {
                    processes.add(RelayProcess.start(database, settings.work()));
                }
                awaitShares(database, nodes);
                for (int keys : new int[] {0, KEYS}) {
                    Work work = new Work(keys, 1);
                    for (int round = 0; round <= rounds; round++) {
                        double rate = drain(database, work, nodes * settings.sized(MESSAGES_PER_NODE));
                        if (round > 0) {
                            rates.computeIfAbsent(work.toString(), name -> new LinkedHashMap<>())
                                    .computeIfAbsent(nodes, name -> new ArrayList<>())
                                    .add(rate);
                        }
                    }
                }
            } finally {
                processes.forEach(RelayProcess::stop);
            }
            awaitShares(database, 0);
        }
        List<Result> results = new ArrayList<>();
        rates.forEach((name, byNodes) -> {
            double one = 0;
            for (Map.Entry<Integer, List<Double>> entry : byNodes.entrySet()) {
                Series series = new Series(entry.getValue());
                one = one == 0 ? series.median() : one;
                results.add(Result.of(
                                name + ", " + entry.getKey() + (entry.getKey() == 1 ? " process" : " processes"),
                                "messages/s",
                                series)
                        .withGoal(
                                "0.8 of so many times one process",
                                series.median() >= CLOSE_TO_LINEAR * entry.getKey() * one));
            }
        });
        return new Section("nodes", "Nodes", TEXT, results, List.of());
    }

    /** Waits until so many nodes own all partitions, in equal shares. */
    private static void awaitShares(Database database, int nodes) throws Exception {
        String shares =
                "select count(*) from (select owner from outbox_partition where owner is not null group by owner"
                        + " having count(*) = " + (nodes == 0 ? 0 : OurSettings.PARTITIONS / nodes) + ") shares";
        String owned = "select count(*) from outbox_partition where owner is not null";
        int partitions = nodes == 0 ? 0 : OurSettings.PARTITIONS;
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (database.number(shares) != nodes || database.number(owned) != partitions) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("The partitions are not shared by " + nodes + " nodes");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK);
        }
    }

    /** From the commit that brings the messages, to the first look that finds none. */
    private static double drain(Database database, Work work, int messages) throws Exception {
        Backlog.add(database, work, messages, 0);
        long begin = System.nanoTime();
        while (database.number("select count(*) from (select from outbox_record limit 1) one") > 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK);
        }
        return messages * 1e9 / (System.nanoTime() - begin);
    }

    private static final String TEXT = """
            1, 2 and 4 relay processes with 8 workers each, a handler that waits 5 ms, and 5,000 messages for each process, which \
            come in one commit and are found by the next poll, 100 ms later at most. 8 workers can deliver 1,600 messages/s. All \
            processes and the database share the machine's processors.""";
}

package org.outboxee.benchmarks.runs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.benchmarks.contest.Clients;
import org.outboxee.benchmarks.contest.Measured;
import org.outboxee.benchmarks.contest.Rounds;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;
import org.outboxee.benchmarks.report.Result;
import org.outboxee.benchmarks.report.Section;

/** What the counter costs that gives keyed messages their numbers, by the number of partitions. */
final class PartitionsBenchmark implements Benchmark {

    private static final int[] PARTITIONS = {1, 4, 8, 16, 32, 64, 128};
    private static final int CLIENTS = 32;
    private static final int SHARE_OF_DURATION = 2;

    @Override
    public Section run(Postgres postgres, Settings settings) throws Exception {
        Duration time = settings.duration().dividedBy(SHARE_OF_DURATION);
        Map<Integer, OurOutbox> outboxes = new LinkedHashMap<>();
        List<Result> results = new ArrayList<>();
        try {
            Rounds rounds = new Rounds();
            Work[] works = {new Work(0, 1), new Work(1, 1), new Work(1000, 1)};
            for (int partitions : PARTITIONS) {
                OurOutbox outbox = new OurOutbox(
                        postgres.create("ours"), OurSettings.forRates(CLIENTS).withPartitions(partitions));
                outboxes.put(partitions, outbox);
                for (Work work : works) {
                    rounds.add(work + " " + partitions, () -> {
                        outbox.fill(work, 0);
                        return Clients.rate(CLIENTS, time, number -> outbox.transact(work, number));
                    });
                }
            }
            Measured rates = rounds.run(settings.rounds());
            for (Work work : works) {
                for (int partitions : PARTITIONS) {
                    results.add(Result.of(
                            work + ", " + partitions + (partitions == 1 ? " partition" : " partitions"),
                            "transactions/s",
                            rates.of(work + " " + partitions)));
                }
            }
        } finally {
            outboxes.values().forEach(OurOutbox::close);
        }
        return new Section("partitions", "Number of partitions", TEXT, results, List.of());
    }

    private static final String TEXT = """
            32 clients run business transactions with one message each. A message with a key takes its number from the counter row \
            of its partition, which stays locked until the commit: with one key all transactions stand in one queue, whatever the \
            number of partitions; with many keys there are as many queues as partitions.""";
}

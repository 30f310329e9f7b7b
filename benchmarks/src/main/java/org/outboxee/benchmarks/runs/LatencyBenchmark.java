package org.outboxee.benchmarks.runs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;
import org.outboxee.benchmarks.report.Result;
import org.outboxee.benchmarks.report.Section;
import org.outboxee.benchmarks.report.Series;

/** How long after its commit a message reaches its handler. */
final class LatencyBenchmark implements Benchmark {

    private static final int[] RATES = {10, 100, 1000};
    private static final int CONNECTIONS = 10;
    private static final int WORKERS = 8;
    /** Enough for a p99 at the lowest rate to be more than the greatest value. */
    private static final int LEAST = 20;

    @Override
    public Section run(Postgres postgres, Settings settings) throws Exception {
        OurSettings ours = new OurSettings(CONNECTIONS, OurSettings.PARTITIONS, 16, WORKERS, Duration.ofSeconds(1));
        List<Result> results = new ArrayList<>();
        try (OurOutbox outbox = new OurOutbox(postgres.create("ours"), ours);
                Peers peers = Peers.open(postgres, CONNECTIONS)) {
            List<Outbox> all = new ArrayList<>(List.of(outbox));
            all.addAll(peers.all());
            for (int rate : RATES) {
                Map<String, List<Double>> p50 = new LinkedHashMap<>();
                Map<String, List<Double>> p99 = new LinkedHashMap<>();
                int messages = Math.max(LEAST, (int) (rate * settings.duration().toMillis() / 1000));
                for (int round = 0; round <= settings.rounds(); round++) {
                    for (Outbox contestant : all) {
                        double[] latencies = OpenLoop.run(contestant, rate, messages);
                        if (round > 0) {
                            add(p50, contestant, latencies[messages / 2]);
                            add(p99, contestant, latencies[messages * 99 / 100]);
                        }
                    }
                }
                results.add(result(rate + "/s, p50", p50));
                results.add(result(rate + "/s, p99", p99));
            }
        }
        return new Section("latency", "Commit to handler", TEXT, results, List.of());
    }

    private static void add(Map<String, List<Double>> values, Outbox contestant, double value) {
        values.computeIfAbsent(contestant.name(), name -> new ArrayList<>()).add(value);
    }

    private static Result result(String name, Map<String, List<Double>> values) {
        Series ours = new Series(values.getOrDefault("ours", List.of()));
        Result result = Result.of(name, "ms", ours);
        double best = Double.MAX_VALUE;
        for (Map.Entry<String, List<Double>> entry : values.entrySet()) {
            if (!entry.getKey().equals("ours")) {
                Series peer = new Series(entry.getValue());
                result = result.beside(entry.getKey(), peer);
                best = Math.min(best, peer.median());
            }
        }
        return result.withGoal("no worse than the best peer", ours.median() <= best);
    }

    private static final String TEXT = """
            From the moment at which the commit has returned to the call of the handler, with business transactions that come at a \
            fixed rate, whatever the outbox does; one message each, without a key. 0 means that the handler was called before the \
            committing thread went on. Every claim of ours is durable before the handler is called. transaction-outbox calls the \
            handler in a transaction that holds the message's row locked; db-scheduler is told of each commit.""";
}

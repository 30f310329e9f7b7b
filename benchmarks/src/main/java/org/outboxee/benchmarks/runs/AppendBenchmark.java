package org.outboxee.benchmarks.runs;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.benchmarks.contest.Clients;
import org.outboxee.benchmarks.contest.Measured;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Rounds;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Business;
import org.outboxee.benchmarks.database.Database;
import org.outboxee.benchmarks.database.Jta;
import org.outboxee.benchmarks.database.Pools;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.floor.FloorOutbox;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;
import org.outboxee.benchmarks.report.Result;
import org.outboxee.benchmarks.report.Section;

/** Business transactions per second, with and without messages. */
final class AppendBenchmark implements Benchmark {

    private static final int MANY = 8;
    private static final int CONNECTIONS = 10;
    private static final int KEYS = 1000;
    private static final int LARGE = 100;
    private static final double SHARE_OF_FLOOR = 0.9;
    /** Rates of transactions are steady sooner than those of deliveries. */
    private static final int SHARE_OF_DURATION = 2;

    @Override
    public Section run(Postgres postgres, Settings settings) throws Exception {
        List<Result> results = new ArrayList<>();
        Duration time = settings.duration().dividedBy(SHARE_OF_DURATION);
        Database plain = postgres.create("plain");
        try (var pool = Pools.joined(plain, CONNECTIONS);
                OurOutbox ours = new OurOutbox(postgres.create("ours"), OurSettings.forRates(CONNECTIONS));
                FloorOutbox floor = new FloorOutbox(postgres.create("floor"), CONNECTIONS, 200);
                Peers peers = Peers.open(postgres, CONNECTIONS)) {
            Clients.Transaction business = number -> Jta.requireNew(() -> {
                try (Connection connection = pool.getConnection()) {
                    Business.transact(connection);
                    return number;
                } catch (java.sql.SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            for (Outbox outbox : List.of(ours, floor)) {
                rate(outbox, new Work(KEYS, 10), MANY, settings.duration());
                rate(outbox, new Work(0, 10), MANY, settings.duration());
            }
            for (int clients : new int[] {1, MANY}) {
                for (int emits : new int[] {1, 10, LARGE}) {
                    Map<String, Outbox> contestants = new LinkedHashMap<>();
                    Rounds rounds = new Rounds();
                    rounds.add("none", () -> Clients.rate(clients, time, business));
                    for (int keys : new int[] {0, KEYS}) {
                        Work work = new Work(keys, emits);
                        for (Outbox outbox : List.of(ours, floor)) {
                            rounds.add(outbox.name() + work, () -> rate(outbox, work, clients, time));
                        }
                    }
                    if (clients == MANY) {
                        Work work = new Work(KEYS, emits);
                        for (Outbox peer : peers.all()) {
                            contestants.put(peer.name(), peer);
                            rounds.add(peer.name(), () -> rate(peer, work, clients, time));
                        }
                    }
                    Measured rates = rounds.run(settings.rounds());
                    results.addAll(results(clients, emits, rates, contestants));
                }
            }
        }
        return new Section("append", "Append", TEXT, results, List.of());
    }

    private static double rate(Outbox outbox, Work work, int clients, Duration time) throws Exception {
        outbox.fill(work, 0);
        return Clients.rate(clients, time, number -> outbox.transact(work, number * work.emits()));
    }

    private static List<Result> results(int clients, int emits, Measured rates, Map<String, Outbox> contestants) {
        List<Result> results = new ArrayList<>();
        for (int keys : new int[] {0, KEYS}) {
            Work work = new Work(keys, emits);
            double ratio = rates.ratio("ours" + work, "floor" + work);
            Result result = Result.of(
                            clients
                                    + (clients == 1 ? " client, " : " clients, ")
                                    + emits
                                    + (emits == 1 ? " emit, " : " emits, ")
                                    + work,
                            "transactions/s",
                            rates.of("ours" + work))
                    .besideFloor(rates.of("floor" + work))
                    .beside("without messages", rates.of("none"));
            for (String peer : contestants.keySet()) {
                result = result.beside(peer, rates.of(peer));
            }
            boolean met = ratio >= SHARE_OF_FLOOR;
            String goal = "at least 0.9 of the floor";
            if (emits == LARGE && clients == MANY) {
                met &= contestants.keySet().stream().allMatch(peer -> rates.ratio("ours" + work, peer) >= 1);
                goal += ", and the best peer";
            }
            results.add(result.withGoal(goal, met));
        }
        return results;
    }

    private static final String TEXT = """
            Business transactions (one row changed, one inserted, and the messages) that commit per second. The floor inserts \
            by hand in the same kind of transaction, as one JDBC batch; its keyed messages lock a counter, as ours do. The peers \
            run the same business in transactions of their own kind. JobRunr's messages are not part of the transaction.""";
}

package org.outboxee.benchmarks.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.benchmarks.contest.Measured;
import org.outboxee.benchmarks.contest.Meter;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Rounds;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.floor.FloorOutbox;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;
import org.outboxee.benchmarks.peers.Gruelbox;
import org.outboxee.benchmarks.report.Result;
import org.outboxee.benchmarks.report.Section;
import org.outboxee.benchmarks.report.Series;

/** How fast a backlog is delivered to a handler that does nothing. */
final class DrainBenchmark implements Benchmark {

    private static final int MESSAGES = 200_000;
    /** More per second than anybody has been seen to deliver. */
    private static final int MOST = 60_000;

    private static final int MOST_OF_PEERS = 20_000;
    private static final int KEYS = 1000;
    private static final int BATCH = 200;
    private static final int[] CONNECTIONS = {1, 2, 4};
    private static final int PEERS_CONNECTIONS = 10;
    private static final double SHARE_OF_FLOOR = 0.7;
    private static final double TIMES_PEERS = 5;
    private static final double TIMES_GRUELBOX = 10;

    @Override
    public Section run(Postgres postgres, Settings settings) throws Exception {
        List<Result> results = new ArrayList<>();
        Map<String, Outbox> contestants = new LinkedHashMap<>();
        try (Peers peers = Peers.open(postgres, PEERS_CONNECTIONS)) {
            for (int connections : CONNECTIONS) {
                contestants.put(
                        "ours" + connections,
                        new OurOutbox(postgres.create("ours"), OurSettings.forRates(connections)));
                contestants.put("floor" + connections, new FloorOutbox(postgres.create("floor"), connections, BATCH));
            }
            peers.all().forEach(peer -> contestants.put(peer.name(), peer));
            for (int keys : new int[] {0, KEYS}) {
                Work work = new Work(keys, 1);
                Rounds rounds = new Rounds();
                contestants.forEach((name, outbox) -> {
                    if (keys == 0 || outbox.ordersKeys()) {
                        rounds.add(name, () -> rate(outbox, work, settings));
                    }
                });
                results.addAll(results(work, rounds.run(settings.rounds()), peers));
            }
        } finally {
            for (Outbox outbox : contestants.values()) {
                outbox.close();
            }
        }
        return new Section("drain", "Drain", TEXT, results, List.of());
    }

    private static double rate(Outbox outbox, Work work, Settings settings) throws Exception {
        int messages = settings.sized(enough(outbox, settings));
        outbox.fill(work, messages);
        Meter meter = new Meter(messages);
        Outbox.Delivering delivery = outbox.deliver(meter);
        try {
            return meter.rate(settings.duration());
        } finally {
            delivery.end();
            outbox.fill(work, 0);
        }
    }

    /** All, or what nobody can deliver in the time: putting in what is taken out again unread would last longer. */
    private static int enough(Outbox outbox, Settings settings) {
        double seconds = settings.duration().toMillis() / 1000.0;
        boolean fast = outbox instanceof OurOutbox || outbox instanceof FloorOutbox;
        return (int) Math.min(MESSAGES, (fast ? MOST : MOST_OF_PEERS) * seconds);
    }

    private static List<Result> results(Work work, Measured rates, Peers peers) {
        List<Result> results = new ArrayList<>();
        for (int connections : CONNECTIONS) {
            Series ours = rates.of("ours" + connections);
            Series floor = rates.of("floor" + connections);
            results.add(Result.of(
                            work + ", " + connections + (connections == 1 ? " connection" : " connections"),
                            "messages/s",
                            ours)
                    .besideFloor(floor)
                    .withGoal("at least 0.7 of the floor", ours.dividedBy(floor).median() >= SHARE_OF_FLOOR));
        }
        results.add(besidePeers(work, rates, peers));
        return results;
    }

    private static Result besidePeers(Work work, Measured rates, Peers peers) {
        String fastest = "ours" + CONNECTIONS[CONNECTIONS.length - 1];
        Result result = Result.of(work + ", beside the peers", "messages/s", rates.of(fastest));
        boolean met = true;
        for (Outbox peer : peers.all()) {
            if (rates.all().containsKey(peer.name())) {
                result = result.beside(peer.name(), rates.of(peer.name()));
                met &= rates.ratio(fastest, peer.name()) >= (peer instanceof Gruelbox ? TIMES_GRUELBOX : TIMES_PEERS);
            }
        }
        return result.withGoal("5 times every peer, 10 times transaction-outbox", met);
    }

    private static final String TEXT = """
            200,000 messages wait, or as many as nobody delivers in the time of a measurement; how many reach the handler per \
            second, from the first one on. Ours and the floor claim batches of 200. The floor calls \
            the handler in the thread that claims; ours hands each message to one of 8 workers, and needs no more than two \
            connections beside the heartbeat's: one claims, one settles. The peers have \
            10 connections and 8 workers; those that do not order by key take part without keys only.""";
}

package org.outboxee.benchmarks.runs;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;
import org.outboxee.benchmarks.report.Result;
import org.outboxee.benchmarks.report.Section;
import org.outboxee.benchmarks.report.Series;

/**
 * What a transaction does that is held open while messages come and go: nothing that was deleted since can be removed.
 */
final class HorizonBenchmark implements Benchmark {

    private static final int CONNECTIONS = 10;
    private static final int EMITS = 100;
    private static final long BACKLOG = 5000;
    private static final Duration HELD = Duration.ofSeconds(60);
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final String[] WHEN = {"before", "while it is held, last window", "after"};

    @Override
    public Section run(Postgres postgres, Settings settings) throws Exception {
        Duration held = settings.quick() ? settings.duration() : HELD;
        Duration window = settings.quick() ? settings.duration() : WINDOW;
        double[] ours;
        try (OurOutbox outbox = new OurOutbox(postgres.create("ours"), OurSettings.forRates(CONNECTIONS))) {
            ours = rates(outbox, held, window);
        }
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < WHEN.length; i++) {
            results.add(Result.of(WHEN[i], "messages/s", Series.of(ours[i])));
        }
        try (Peers peers = Peers.open(postgres, CONNECTIONS)) {
            for (Outbox peer : peers.all()) {
                double[] rates = rates(peer, held, window);
                for (int i = 0; i < WHEN.length; i++) {
                    results.set(i, results.get(i).beside(peer.name(), Series.of(rates[i])));
                }
            }
        }
        return new Section("horizon", "A transaction held open", TEXT, results, List.of());
    }

    /** Rates before, while and after. A snapshot holds up the removal of dead rows in its own database only. */
    private static double[] rates(Outbox outbox, Duration held, Duration window) throws Exception {
        Work work = new Work(0, EMITS);
        AtomicLong emitted = new AtomicLong();
        AtomicLong delivered = new AtomicLong();
        AtomicBoolean ended = new AtomicBoolean();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        outbox.fill(work, 0);
        Outbox.Delivering delivering = outbox.deliver(payload -> delivered.incrementAndGet());
        Thread emitting = new Thread(() -> {
            try {
                while (!ended.get()) {
                    if (emitted.get() - delivered.get() < BACKLOG) {
                        outbox.transact(work, emitted.getAndAdd(EMITS));
                    } else {
                        TimeUnit.MILLISECONDS.sleep(1);
                    }
                }
            } catch (Exception e) {
                failure.set(e);
            }
        });
        emitting.start();
        try {
            TimeUnit.NANOSECONDS.sleep(window.toNanos()); // warms up
            double before = rate(delivered, window);
            double during;
            try (Connection reader = outbox.database().connect();
                    Statement statement = reader.createStatement()) {
                reader.setAutoCommit(false);
                reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                statement.execute("select count(*) from account");
                TimeUnit.NANOSECONDS.sleep(held.minus(window).toNanos());
                during = rate(delivered, window);
                reader.rollback();
            }
            double after = rate(delivered, window);
            if (failure.get() != null) {
                throw new IllegalStateException(failure.get());
            }
            return new double[] {before, during, after};
        } finally {
            ended.set(true);
            emitting.join();
            delivering.end();
        }
    }

    private static double rate(AtomicLong delivered, Duration window) throws InterruptedException {
        long begin = System.nanoTime();
        long first = delivered.get();
        TimeUnit.NANOSECONDS.sleep(window.toNanos());
        return (delivered.get() - first) * 1e9 / (System.nanoTime() - begin);
    }

    private static final String TEXT = """
            One client emits 100 messages a transaction as long as fewer than 5,000 wait, while all are delivered. Then a transaction \
            that has read something is left open for 60 s in the same database. Windows of 10 s: before, the last one while it is open, \
            and right after it. One run each.""";
}

package org.outboxee.relay.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.outboxee.relay.sim.CapturedLog;
import org.outboxee.relay.sim.Strands;

/** Runs the courses of many seeds, on as many threads as there are processors. */
final class Simulation {

    private final AtomicLong next;
    private final long end;
    private final long deadline;
    private final AtomicBoolean failed = new AtomicBoolean();
    private final Journal total = new Journal();
    private long courses;

    private Simulation(long first, long count, Duration atMost) {
        next = new AtomicLong(first);
        end = first + count;
        deadline = System.nanoTime() + atMost.toNanos();
    }

    /**
     * Runs courses until one violates a rule.
     *
     * @param first the first seed
     * @param count the most courses
     * @param atMost after which no other one is begun
     */
    static Simulation run(long first, long count, Duration atMost) throws Exception {
        Simulation simulation = new Simulation(first, count, atMost);
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (CapturedLog log = CapturedLog.unexpectedOnly()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(executor.submit(() -> simulation.runMany(log)));
            }
            for (Future<?> future : running) {
                future.get();
            }
        } finally {
            executor.shutdown();
        }
        return simulation;
    }

    /** How many courses have run. */
    long courses() {
        return courses;
    }

    /** What has happened in all of them. */
    Journal total() {
        return total;
    }

    private void runMany(CapturedLog log) {
        try (Strands strands = new Strands()) {
            long seed;
            while ((seed = next.getAndIncrement()) < end && System.nanoTime() < deadline && !failed.get()) {
                Journal journal = Course.run(seed, Mutation.NONE, strands);
                if (journal.violated() != null || !log.unexpected().isEmpty()) {
                    failed.set(true);
                    throw new AssertionError("-Doutbox.test.seed=" + seed + ": "
                            + (journal.violated() == null
                                    ? "here, or in a course at the same time: " + log.unexpected()
                                    : journal.violation()));
                }
                add(journal);
            }
        } catch (Throwable e) {
            failed.set(true);
            throw e;
        }
    }

    private synchronized void add(Journal journal) {
        total.add(journal);
        courses++;
    }
}

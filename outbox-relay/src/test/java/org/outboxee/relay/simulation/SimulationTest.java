package org.outboxee.relay.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.outboxee.relay.sim.CapturedLog;
import org.outboxee.relay.sim.Strands;

/**
 * The relay, its ownership of partitions and the memory store, on a virtual clock, under random courses of everything
 * that happens to nodes, stores, clocks and handlers, and of what operators do. Whatever happens, G2 to G6 hold, and no
 * lane is stuck. Scenarios 11, 12, 13, 14, 16, 17.
 *
 * <p>{@code -Doutbox.simulation.courses=...} runs as many courses as it says, however long that takes;
 * {@code -Doutbox.test.seed=...} the one of that seed.
 */
class SimulationTest {

    /** As many as fit into the time are run, up to this many. */
    private static final long MOST = 100_000;

    private static final Duration TIME = Duration.ofMinutes(2);

    /** So few that a machine without power to spare runs them, and so many that every event occurs. */
    private static final long FEWEST = 1000;

    @Test
    @Timeout(24 * 60 * 60)
    void whatever_happens_everything_is_delivered_once_at_a_time_and_in_the_order_of_its_key() throws Exception {
        Long seed = Long.getLong("outbox.test.seed");
        Long courses = Long.getLong("outbox.simulation.courses");
        long start = System.nanoTime();
        Simulation simulation = seed != null
                ? Simulation.run(seed, 1, TIME)
                : Simulation.run(0, courses == null ? MOST : courses, courses == null ? TIME : Duration.ofDays(1));

        Journal total = simulation.total();
        print(simulation, Duration.ofNanos(System.nanoTime() - start));
        if (seed == null) {
            assertThat(simulation.courses()).isGreaterThanOrEqualTo(courses == null ? FEWEST : courses);
            assertThat(EnumSet.allOf(Happening.class))
                    .as("each occurs")
                    .allSatisfy(
                            what -> assertThat(total.count(what)).as("%s", what).isPositive());
        }
    }

    @Test
    void a_seed_always_takes_the_same_course() {
        try (CapturedLog log = CapturedLog.unexpectedOnly();
                Strands strands = new Strands()) {
            for (long seed = 0; seed < 30; seed++) {
                Journal first = Course.run(seed, Mutation.NONE, strands);
                Journal second = Course.run(seed, Mutation.NONE, strands);
                assertThat(second.digest()).as("seed %s", seed).isEqualTo(first.digest());
                assertThat(second.count(Happening.DELIVERY)).isEqualTo(first.count(Happening.DELIVERY));
            }
            assertThat(log.unexpected()).isEmpty();
        }
    }

    private static void print(Simulation simulation, Duration took) {
        System.out.printf(
                Locale.ROOT,
                "Simulated %,d courses of %d steps, %,d steps in all, in %.1f s (digest %x). What happened:%n%s%n",
                simulation.courses(),
                Course.STEPS,
                simulation.courses() * Course.STEPS,
                took.toMillis() / 1000.0,
                simulation.total().digest(),
                Arrays.stream(Happening.values())
                        .map(what -> String.format(
                                Locale.ROOT, "  %,14d %s", simulation.total().count(what), what.text()))
                        .collect(Collectors.joining(System.lineSeparator())));
    }
}

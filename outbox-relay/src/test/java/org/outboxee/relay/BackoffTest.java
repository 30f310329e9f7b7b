package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final int SEEDS = 2000;
    private static final Duration INITIAL = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofMinutes(5);

    @Test
    void the_wait_doubles_with_every_failure_up_to_the_maximum() {
        long[] seconds = {1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300};

        for (int attempts = 0; attempts < seconds.length; attempts++) {
            assertSpread(attempts, Duration.ofSeconds(seconds[attempts]));
        }
    }

    @Test
    void thousands_of_failures_do_not_overflow() {
        assertSpread(Integer.MAX_VALUE, MAX);
    }

    @Test
    void a_maximum_below_the_first_doubling_is_kept() {
        Backoff backoff = new Backoff(INITIAL, Duration.ofMillis(1500), new SplittableRandom(7));

        assertThat(backoff.afterFailure(1)).isBetween(Duration.ofMillis(1500), Duration.ofMillis(2250));
    }

    @Test
    void what_a_handler_asks_for_is_a_floor_that_the_maximum_does_not_cut() {
        Duration floor = Duration.ofHours(2);

        LongStream.range(0, SEEDS)
                .mapToObj(seed -> backoff(seed).atLeast(floor))
                .forEach(wait ->
                        assertThat(wait).isBetween(floor, floor.multipliedBy(3).dividedBy(2)));
    }

    @Test
    void no_wait_at_all_may_be_asked_for() {
        assertThat(backoff(1).atLeast(Duration.ZERO)).isZero();
        assertThat(backoff(1).atLeast(Duration.ofNanos(1))).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void an_endless_wait_is_cut_to_what_stores_can_hold() {
        assertThat(backoff(1).atLeast(Duration.ofSeconds(Long.MAX_VALUE)))
                .isBetween(Backoff.LONGEST, Backoff.LONGEST.multipliedBy(3).dividedBy(2));
    }

    @Test
    void waits_differ_so_that_records_which_failed_together_do_not_come_back_together() {
        Backoff backoff = backoff(1);
        Set<Duration> waits = new TreeSet<>();

        for (int i = 0; i < 100; i++) {
            waits.add(backoff.afterFailure(0));
        }

        assertThat(waits).hasSizeGreaterThan(95);
    }

    /** Between the floor and 1.5 times it, and near to both ends for some seeds. */
    private static void assertSpread(int attempts, Duration floor) {
        TreeSet<Duration> waits = new TreeSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            waits.add(backoff(seed).afterFailure(attempts));
        }
        Duration tenth = floor.dividedBy(10);
        Duration highest = floor.plus(floor.dividedBy(2));
        assertThat(waits.first()).isBetween(floor, floor.plus(tenth));
        assertThat(waits.last()).isBetween(highest.minus(tenth), highest);
    }

    private static Backoff backoff(long seed) {
        return new Backoff(INITIAL, MAX, new SplittableRandom(seed));
    }
}

package org.outboxee.cdi.internal.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.RelayExecutor.Cancellable;

class TimersTest {

    /** A container's timer on a clock that the test moves; it keeps what is cancelled, as containers do. */
    private static final class Clock {
        private record Entry(long due, FutureTask<?> task) {}

        private final List<Entry> entries = new ArrayList<>();
        private long now = Long.MAX_VALUE - Duration.ofSeconds(2).toNanos(); // overflows soon, as nanoTime may

        Future<?> schedule(Runnable task, long nanos) {
            Entry entry = new Entry(now + nanos, new FutureTask<>(task, null));
            entries.add(entry);
            return entry.task;
        }

        void advance(Duration by) {
            long end = now + by.toNanos();
            while (true) {
                Entry next = null;
                for (Entry entry : entries) {
                    if (entry.due - end <= 0 && (next == null || entry.due - next.due < 0)) {
                        next = entry;
                    }
                }
                if (next == null) {
                    now = end;
                    return;
                }
                entries.remove(next);
                now = Math.max(next.due - now, 0) + now;
                next.task.run();
            }
        }
    }

    private final Clock clock = new Clock();
    private final List<String> ran = new ArrayList<>();
    private final Timers timers = new Timers(clock::schedule, Runnable::run, () -> clock.now);

    private Cancellable at(String name, long millis) {
        return timers.schedule(() -> ran.add(name), Duration.ofMillis(millis));
    }

    @Test
    void each_task_runs_once_at_its_time_in_order() {
        at("b", 20);
        at("a", 10);
        at("c", 5000);
        clock.advance(Duration.ofMillis(9));
        assertThat(ran).isEmpty();
        clock.advance(Duration.ofMillis(1));
        assertThat(ran).containsExactly("a");
        clock.advance(Duration.ofMillis(4989));
        assertThat(ran).containsExactly("a", "b");
        clock.advance(Duration.ofMillis(1));
        assertThat(ran).containsExactly("a", "b", "c");
        clock.advance(Duration.ofMinutes(1));
        assertThat(ran).hasSize(3);
    }

    @Test
    void a_timer_that_the_container_dropped_is_made_up_for() {
        at("a", 10);
        at("b", 5000);
        clock.entries.clear(); // as a suspended server does
        clock.advance(Duration.ofMillis(1010));
        timers.check();
        assertThat(ran).isEmpty(); // not overdue by more than a timer may be late
        clock.advance(Duration.ofMillis(1));
        timers.check();
        assertThat(ran).containsExactly("a");
        clock.advance(Duration.ofMinutes(1));
        assertThat(ran).containsExactly("a", "b");
    }

    @Test
    void checking_adds_no_timer_while_one_is_armed() {
        at("a", 5000);
        timers.check();
        clock.advance(Duration.ofMillis(500));
        timers.check();
        assertThat(clock.entries).hasSize(1);
    }

    @Test
    void a_cancelled_task_does_not_run() {
        Cancellable a = at("a", 10);
        at("b", 10);
        a.cancel();
        a.cancel();
        clock.advance(Duration.ofSeconds(1));
        assertThat(ran).containsExactly("b");
    }

    @Test
    void a_task_may_schedule_the_next() {
        timers.schedule(() -> at("later", 10), Duration.ofMillis(10));
        clock.advance(Duration.ofMillis(20));
        assertThat(ran).containsExactly("later");
    }

    @Test
    void no_delay_means_now() {
        at("a", 0);
        clock.advance(Duration.ZERO);
        assertThat(ran).containsExactly("a");
    }

    @Test
    void many_timeouts_that_are_cancelled_leave_one_timer_with_the_container() {
        for (int i = 0; i < 1000; i++) {
            at("timeout", 30_000).cancel();
        }
        assertThat(clock.entries).hasSize(1);
        assertThat(clock.entries.get(0).due - clock.now).isEqualTo(Timers.LONGEST.toNanos());
    }

    @Test
    void nothing_runs_or_stays_with_the_container_after_close() {
        at("a", 10);
        timers.close();
        timers.close();
        assertThat(clock.entries).allMatch(entry -> entry.task.isCancelled());
        clock.advance(Duration.ofMinutes(1));
        assertThat(ran).isEmpty();
        assertThat(clock.entries).isEmpty();
        assertThatThrownBy(() -> at("b", 1)).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void a_task_that_the_executor_refuses_stops_no_other() {
        List<Runnable> accepted = new ArrayList<>();
        Timers refusing = new Timers(
                clock::schedule,
                task -> {
                    if (accepted.isEmpty()) {
                        accepted.add(task);
                        throw new RejectedExecutionException("full");
                    }
                    task.run();
                },
                () -> clock.now);
        refusing.schedule(() -> ran.add("a"), Duration.ofMillis(10));
        refusing.schedule(() -> ran.add("b"), Duration.ofMillis(10));
        refusing.schedule(() -> ran.add("c"), Duration.ofMillis(20));
        clock.advance(Duration.ofMillis(20));
        assertThat(ran).containsExactly("b", "c");
    }
}

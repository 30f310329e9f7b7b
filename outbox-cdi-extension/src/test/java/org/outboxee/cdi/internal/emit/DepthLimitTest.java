package org.outboxee.cdi.internal.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.outboxee.OutboxFullException;
import org.outboxee.cdi.testing.Log;

class DepthLimitTest {

    private static final long MAX = 100;

    @AutoClose
    private final Log log = new Log();

    private final AtomicLong nanos = new AtomicLong();
    private final Deque<Runnable> background = new ArrayDeque<>();
    private long depth;
    private long countTakes;
    private int counts;
    private boolean inDelivery;

    private final DepthLimit limit = new DepthLimit(MAX, this::count, background::add, nanos::get, () -> inDelivery);

    @Test
    void an_emit_is_refused_from_the_limit_on_with_the_setting_and_the_message() {
        depth = MAX - 1;
        runBackground();
        assertThatCode(() -> limit.check("order.placed")).doesNotThrowAnyException();
        depth = MAX;
        tick(Duration.ofSeconds(1));
        limit.check("order.placed");
        runBackground();
        assertThatThrownBy(() -> limit.check("order.placed"))
                .isInstanceOf(OutboxFullException.class)
                .hasMessageContainingAll("OUTBOX-01031", "order.placed", "outbox.max-depth=100");
    }

    @Test
    void emits_go_on_when_the_backlog_is_gone() {
        depth = MAX;
        runBackground();
        assertThatThrownBy(() -> limit.check("a")).isInstanceOf(OutboxFullException.class);
        depth = 0;
        tick(Duration.ofSeconds(1));
        assertThatThrownBy(() -> limit.check("a")).isInstanceOf(OutboxFullException.class);
        runBackground();
        assertThatCode(() -> limit.check("a")).doesNotThrowAnyException();
    }

    @Test
    void an_emit_never_counts_by_itself() {
        tick(Duration.ofMinutes(1));
        limit.check("a");
        assertThat(counts).isZero();
    }

    @Test
    void one_count_a_second_is_enough_for_any_number_of_emits_that_are_few_beside_the_limit() {
        runBackground();
        for (int i = 0; i < 9; i++) {
            limit.check("a");
        }
        assertThat(background).isEmpty();
        tick(Duration.ofSeconds(1));
        limit.check("a");
        limit.check("a");
        assertThat(background).hasSize(1);
    }

    @Test
    void a_tenth_of_the_limit_is_counted_at_once() {
        runBackground();
        for (int i = 0; i < 11; i++) {
            limit.check("a");
        }
        assertThat(background).hasSize(1);
    }

    @Test
    void a_slow_count_is_made_seldom() {
        countTakes = Duration.ofSeconds(1).toNanos();
        runBackground();
        tick(Duration.ofSeconds(19));
        limit.check("a");
        assertThat(background).isEmpty();
        tick(Duration.ofSeconds(1));
        limit.check("a");
        assertThat(background).hasSize(1);
    }

    @Test
    void a_count_that_fails_keeps_the_last_one_and_is_made_again_after_the_usual_time() {
        depth = MAX;
        runBackground();
        DepthLimit failing = new DepthLimit(
                MAX,
                atMost -> {
                    throw new IllegalStateException("database is down");
                },
                background::add,
                nanos::get,
                () -> false);
        runBackground();
        assertThat(log.lines()).singleElement().asString().startsWith("WARNING OUTBOX-05061");
        assertThatCode(() -> failing.check("a")).doesNotThrowAnyException();
        assertThat(background).isEmpty();
        tick(Duration.ofSeconds(1));
        failing.check("a");
        assertThat(background).hasSize(1);
    }

    @Test
    void a_database_that_is_down_is_not_asked_at_every_emit() {
        DepthLimit failing = new DepthLimit(
                1,
                atMost -> {
                    counts++;
                    throw new IllegalStateException("database is down");
                },
                background::add,
                nanos::get,
                () -> false);
        runBackground();
        for (int i = 0; i < 20; i++) {
            failing.check("a");
            runBackground();
        }
        assertThat(counts).as("one of this and one of the other limit").isEqualTo(2);
    }

    @Test
    void what_a_handler_emits_is_let_through_so_that_the_backlog_can_shrink() {
        depth = MAX;
        runBackground();
        assertThatThrownBy(() -> limit.check("a")).isInstanceOf(OutboxFullException.class);
        inDelivery = true;
        assertThatCode(() -> limit.check("a")).doesNotThrowAnyException();
    }

    @Test
    void an_executor_that_refuses_a_count_is_asked_again() {
        DepthLimit refused = new DepthLimit(
                MAX,
                this::count,
                task -> {
                    throw new RejectedExecutionException("full");
                },
                nanos::get,
                () -> false);
        for (int i = 0; i < 20; i++) {
            refused.check("a");
        }
        assertThat(log.lines()).as("not at every emit").hasSize(1);
        tick(Duration.ofSeconds(1));
        assertThatCode(() -> refused.check("a")).doesNotThrowAnyException();
        assertThat(log.lines()).hasSize(2);
    }

    private long count(long atMost) {
        assertThat(atMost).isEqualTo(MAX);
        counts++;
        nanos.addAndGet(countTakes);
        return Math.min(depth, atMost);
    }

    private void tick(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    private void runBackground() {
        while (!background.isEmpty()) {
            background.remove().run();
        }
    }
}

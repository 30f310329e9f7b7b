package org.outboxee.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.sim.CapturedLog;

class RateLimitedLogTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
    private final RateLimitedLog limited = new RateLimitedLog(System.getLogger("org.outboxee.relay"), nanos::get);
    private CapturedLog captured;

    @BeforeEach
    void capture() {
        captured = CapturedLog.open();
    }

    @AfterEach
    void endCapture() {
        captured.close();
    }

    @Test
    void the_first_of_a_subject_is_logged_at_once() {
        log("a");
        log("b");

        assertThat(lines()).containsExactly("X: a", "X: b");
    }

    @Test
    void what_repeats_is_logged_once_a_minute_with_the_number_left_out() {
        for (int second = 0; second <= 120; second++) {
            log("a");
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        }

        assertThat(lines())
                .containsExactly(
                        "X: a",
                        "X: a (59 more like this since the last one)",
                        "X: a (59 more like this since the last one)");
    }

    @Test
    void only_so_many_subjects_are_remembered_and_the_quiet_ones_are_forgotten_first() {
        for (int i = 0; i < 1000; i++) {
            log("busy");
            log("subject " + i);
        }
        log("busy");
        log("subject 999");
        log("subject 0");

        assertThat(lines()).hasSize(1002);
        assertThat(lines().get(1001)).isEqualTo("X: subject 0");
    }

    private void log(String subject) {
        limited.log(Level.WARNING, subject, () -> "X: " + subject, null);
    }

    private List<String> lines() {
        return captured.lines("X");
    }
}

package org.outboxee.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.RelayExecutor;
import org.outboxee.spi.Ticker;

/** A timer whose executor answers at the worst moments. */
class OneShotTest {

    private final List<Runnable> scheduled = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private Runnable duringSchedule = () -> {};
    private final OneShot timer =
            new OneShot("a timer", () -> events.add("fired"), new Executor(), new RelayLog(Ticker.SYSTEM));

    @Test
    void one_firing_is_scheduled_at_a_time() {
        timer.arm(Duration.ofSeconds(1));
        timer.arm(Duration.ofSeconds(1));
        assertThat(scheduled).hasSize(1);

        scheduled.get(0).run();
        timer.arm(Duration.ofSeconds(1));

        assertThat(scheduled).hasSize(2);
        assertThat(events).containsExactly("fired");
    }

    @Test
    void a_firing_that_is_called_off_too_late_does_nothing() {
        timer.arm(Duration.ofSeconds(1));
        timer.cancel();
        timer.arm(Duration.ofSeconds(1));

        scheduled.get(0).run();
        assertThat(timer.isArmed()).isTrue();
        scheduled.get(1).run();

        assertThat(events).containsExactly("cancelled", "fired");
    }

    @Test
    void a_timer_that_is_closed_while_it_is_scheduled_is_called_off() {
        duringSchedule = timer::close;

        timer.arm(Duration.ofSeconds(1));

        assertThat(events).containsExactly("cancelled");
        timer.arm(Duration.ofSeconds(1));
        assertThat(scheduled).hasSize(1);
    }

    @Test
    void a_firing_that_comes_before_its_handle_is_known_can_be_followed_by_another_one() {
        duringSchedule = () -> scheduled.get(0).run();

        timer.arm(Duration.ofSeconds(1));
        duringSchedule = () -> {};
        timer.arm(Duration.ofSeconds(1));

        assertThat(scheduled).hasSize(2);
        assertThat(events).startsWith("fired");
    }

    private final class Executor implements RelayExecutor {

        @Override
        public void execute(Runnable task) {
            throw new AssertionError("not used");
        }

        @Override
        public void executeDelivery(Runnable task) {
            throw new AssertionError("not used");
        }

        @Override
        public void executeHeartbeat(Runnable task) {
            throw new AssertionError("not used");
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            scheduled.add(task);
            duringSchedule.run();
            return () -> events.add("cancelled");
        }
    }
}

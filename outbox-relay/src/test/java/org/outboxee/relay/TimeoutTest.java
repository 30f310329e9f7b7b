package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.relay.sim.CountingMetrics.Ended;
import org.outboxee.relay.sim.TestProducer.Call;
import org.outboxee.spi.OutboxMetrics.Outcome;

/** A delivery that takes longer than its timeout is interrupted. */
class TimeoutTest extends SimTest {

    private static RelayConfig.Builder tenSeconds() {
        return config().deliveryTimeout(seconds(10));
    }

    @Test
    void a_delivery_is_interrupted_after_the_timeout_and_has_failed() {
        producer.on("m1", delivery -> time.sleep(seconds(60)));
        Relay relay = sim.start(tenSeconds().maxAttempts(1).build());

        relay.wake(sim.emit("key", "m1"));
        time.advance(seconds(10));

        assertThat(sim.metrics().ended()).containsExactly(new Ended("m1", Outcome.DEAD, seconds(10)));
        assertThat(store.deadLetters(1, null).items().get(0).error())
                .startsWith("Timed out after PT10S: java.lang.InterruptedException");
        assertThat(log.lines("OUTBOX-02024")).singleElement().asString().contains("m1", "PT10S");
    }

    @Test
    void a_delivery_that_ends_in_time_is_not_interrupted() {
        producer.onOthers(delivery -> time.sleep(millis(9999)));
        Relay relay = sim.start(tenSeconds().workers(2).build());

        relay.wake(sim.emitKeyless("m1", "m2", "m3", "m4", "m5"));
        time.advance(Duration.ofMinutes(2));

        assertThat(producer.completed()).hasSize(5);
        assertThat(log.lines("OUTBOX-02024")).isEmpty();
    }

    @Test
    void deliveries_that_began_at_different_times_are_interrupted_each_at_its_own() {
        producer.onOthers(delivery -> time.sleep(seconds(60)));
        Relay relay = sim.start(
                tenSeconds().maxAttempts(1).pollInterval(Duration.ofHours(1)).build());

        relay.wake(sim.emitKeyless("m1"));
        time.advance(seconds(3));
        relay.wake(sim.emitKeyless("m2"));
        time.advance(seconds(4));
        relay.wake(sim.emitKeyless("m3"));
        time.advance(seconds(60));

        assertThat(sim.metrics().ended()).extracting(Ended::id).containsExactly("m1", "m2", "m3");
        assertThat(sim.metrics().ended()).extracting(Ended::duration).containsOnly(seconds(10));
    }

    @Test
    void a_handler_that_returns_normally_after_its_interrupt_has_succeeded() {
        producer.on("m1", delivery -> time.sleepDeafly(seconds(15)));
        Relay relay = sim.start(tenSeconds().build());

        relay.wake(sim.emit("key", "m1"));
        time.advance(Duration.ofMinutes(5));

        assertThat(producer.calls("m1")).hasSize(1);
        assertThat(sim.metrics().ended()).containsExactly(new Ended("m1", Outcome.DELIVERED, seconds(15)));
        assertThat(log.lines("OUTBOX-02025")).singleElement().asString().contains("m1", "PT15S");
        assertThat(store.counts().claimed()).isZero();
    }

    @Test
    void slot_and_record_stay_taken_until_the_handler_returns() {
        producer.on("m1", delivery -> time.sleepDeafly(Duration.ofHours(1)));
        Relay relay = sim.start(tenSeconds().workers(1).build());

        relay.wake(sim.emitKeyless("m1", "m2"));
        time.advance(Duration.ofMinutes(59));
        assertThat(producer.ids()).containsExactly("m1");
        assertThat(log.lines("OUTBOX-02024")).hasSize(1);

        time.advance(Duration.ofMinutes(2));
        assertThat(producer.completed()).containsExactly("m1", "m2");
        assertThat(producer.calls("m2")).extracting(Call::at).containsExactly(Duration.ofHours(1));
    }

    @Test
    void what_a_handler_says_after_its_interrupt_still_counts() {
        producer.on("m1", delivery -> {
            time.sleepDeafly(seconds(11));
            throw new PermanentFailureException("half done");
        });
        producer.on("m2", delivery -> {
            time.sleepDeafly(seconds(11));
            throw new RetryAfterException(Duration.ofHours(1), "busy");
        });
        Relay relay = sim.start(tenSeconds().build());

        relay.wake(sim.emitKeyless("m1", "m2"));
        time.advance(Duration.ofMinutes(10));

        assertThat(store.deadLetters(1, null).items().get(0).error()).contains("Timed out after PT10S", "half done");
        assertThat(producer.calls("m2")).hasSize(1);
    }

    @Test
    void timeouts_leave_no_pile_of_timers() {
        Relay relay = sim.start(tenSeconds().build());

        for (int i = 0; i < 500; i++) {
            deliver(relay, sim.emitKeyless("m" + i));
        }

        assertThat(producer.completed()).hasSize(500);
        assertThat(time.outstanding())
                .as("heartbeat, poll, purge, sample and one timeout")
                .isLessThanOrEqualTo(5);
    }
}

package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.outboxee.PermanentFailureException;
import org.outboxee.spi.OutboxSample;

/** What monitoring is told about the outbox. */
class SampleTest extends SimTest {

    private static RelayConfig quiet() {
        return config().sampleInterval(seconds(10)).build();
    }

    @Test
    void the_state_is_counted_soon_after_the_start_and_then_at_every_interval() {
        Relay relay = sim.start(quiet());
        assertThat(relay.status().sample()).isEmpty();
        time.advance(seconds(2));
        assertThat(sim.metrics().samples()).containsExactly(new OutboxSample(0, 0, 0, Optional.empty(), 0, 1));
        time.advance(seconds(30));
        assertThat(sim.metrics().samples()).hasSize(4);
        assertThat(relay.status().sample())
                .isEqualTo(Optional.of(sim.metrics().samples().get(3)));
    }

    @Test
    void a_sample_tells_what_is_pending_dead_and_held_up_and_how_old_it_is() {
        producer.on("dead", delivery -> {
            throw new PermanentFailureException("no");
        });
        producer.on("a1", delivery -> {
            throw new IllegalStateException("not yet");
        });
        Relay relay = sim.start(
                config().sampleInterval(seconds(10)).backoffInitial(seconds(60)).build());
        deliver(relay, sim.emitKeyless("dead"));
        deliver(relay, sim.emit("a", "a1", "a2"));
        time.advance(seconds(5));
        OutboxSample sample = sim.metrics().samples().get(0);
        assertThat(sample.pending()).isEqualTo(2);
        assertThat(sample.dead()).isEqualTo(1);
        assertThat(sample.stalledLanes()).isEqualTo(1);
        assertThat(sample.oldestAge()).contains(seconds(1));
    }

    @Test
    void a_slow_store_is_asked_for_a_twentieth_of_the_time_at_most() {
        sim.start(quiet());
        time.advance(seconds(2));
        store.latency(seconds(5));
        time.advance(seconds(600));
        assertThat(sim.metrics().samples()).hasSizeBetween(5, 8);
    }

    @Test
    void a_count_that_fails_is_logged_and_the_last_one_stays() {
        Relay relay = sim.start(quiet());
        time.advance(seconds(2));
        store.fail("backlog");
        time.advance(seconds(30));
        assertThat(log.lines("OUTBOX-02047")).hasSize(1);
        assertThat(relay.status().sample()).isPresent();
        store.repair("backlog");
        time.advance(seconds(10));
        assertThat(sim.metrics().samples()).hasSize(2);
    }

    @Test
    void the_age_of_a_message_is_counted_when_its_first_attempt_begins() {
        producer.on("m1", delivery -> {
            if (delivery.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
        });
        Relay relay = sim.start(quiet());
        sim.emitKeyless("m1");
        time.advance(millis(300));
        deliver(relay, sim.emitKeyless("m2"));
        time.advance(seconds(20));
        assertThat(sim.metrics().ages()).containsExactly(millis(300), millis(0));
    }

    @Test
    void nothing_is_counted_after_the_stop() {
        Relay relay = sim.start(quiet());
        relay.stop();
        time.advance(seconds(60));
        assertThat(sim.metrics().samples()).isEmpty();
        assertThat(relay.status().running()).isFalse();
    }

    @Test
    void a_store_that_takes_no_heartbeat_is_not_reachable() {
        Relay relay = sim.start(quiet());
        assertThat(relay.status().storeReachable()).isTrue();
        sim.leases().fail("beat");
        time.advance(seconds(20));
        assertThat(relay.status().storeReachable()).isFalse();
        assertThat(relay.status().running()).isTrue();
        sim.leases().repair("beat");
        time.advance(seconds(20));
        assertThat(relay.status().storeReachable()).isTrue();
    }
}

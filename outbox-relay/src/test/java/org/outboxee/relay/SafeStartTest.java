package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.sim.TestProducer.Call;
import org.outboxee.relay.sim.TestStore.ClaimCall;

/**
 * G4: a delivery starts only if it can end, and its result be stored, before the lease does. Here a lease is 56 s, and
 * a record may be started in the first 40 s of it.
 */
class SafeStartTest extends SimTest {

    private final RelayConfig config = config().workers(1)
            .batch(4)
            .deliveryTimeout(seconds(10))
            .settleTimeout(seconds(5))
            .leaseMargin(seconds(1))
            .build();

    @BeforeEach
    void handlersAreSlow() {
        producer.onOthers(delivery -> time.sleepDeafly(seconds(30)));
    }

    @Test
    void what_waits_too_long_in_its_lane_is_released_without_an_attempt_and_claimed_anew() {
        Relay relay = sim.start(config);

        relay.wake(sim.emit("key", "m1", "m2", "m3", "m4"));
        time.advance(seconds(59));

        assertThat(producer.calls()).extracting(Call::at).containsExactly(seconds(0), seconds(30));
        assertThat(store.counts().pending()).isEqualTo(2);
        assertThat(sim.metrics().released()).isEqualTo(2);

        time.advance(seconds(61));

        assertThat(producer.completed()).containsExactly("m1", "m2", "m3", "m4");
        assertThat(producer.calls()).extracting(Call::attempt).containsOnly(1);
        assertThat(store.fruitfulClaims())
                .extracting(ClaimCall::ids)
                .extracting(ids -> ids.get(0))
                .startsWith("m1", "m3");
    }

    @Test
    void a_record_that_no_worker_is_free_for_is_released_when_its_time_is_over() {
        producer.on("m1", delivery -> time.sleepDeafly(seconds(300)));
        Relay relay = sim.start(config);

        relay.wake(sim.emitKeyless("m1", "m2"));
        time.advance(seconds(40));
        assertThat(sim.metrics().released()).isZero();

        time.advance(seconds(2));
        assertThat(sim.metrics().released()).isEqualTo(1);
        assertThat(producer.ids()).containsExactly("m1");
    }

    @Test
    void the_lease_is_measured_from_before_the_claim() {
        Relay relay = sim.start(config);
        time.advance(millis(500));
        store.latency(seconds(41));

        relay.wake(sim.emit("key", "m1", "m2"));
        time.advance(seconds(60));
        assertThat(store.fruitfulClaims()).hasSize(1);
        assertThat(producer.calls()).isEmpty();

        store.latency(seconds(0));
        time.advance(seconds(120));
        assertThat(producer.completed()).containsExactly("m1", "m2");
        assertThat(producer.calls()).extracting(Call::attempt).containsOnly(1);
    }
}

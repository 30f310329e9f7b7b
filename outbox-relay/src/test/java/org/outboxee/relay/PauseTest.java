package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.sim.Sim;

/** What an operator pauses waits, and goes on when it is resumed. Nothing is lost, no attempt is charged. */
class PauseTest extends SimTest {

    private static RelayConfig oneWorker() {
        return config().workers(1).unhandledDelay(seconds(10)).build();
    }

    @Test
    void a_paused_relay_ends_what_runs_and_starts_nothing_more() {
        producer.onOthers(delivery -> time.sleep(seconds(5)));
        Relay relay = sim.start(oneWorker());
        relay.wake(sim.emitKeyless("m1", "m2", "m3"));
        time.advance(seconds(1));
        relay.pause();
        assertThat(relay.status().paused()).isTrue();
        time.advance(seconds(60));
        assertThat(producer.completed()).containsExactly("m1");
        assertThat(store.counts().pending()).isEqualTo(2);
        assertThat(relay.ownedPartitions()).hasSize(1);
        relay.resume();
        time.advance(seconds(20));
        assertThat(producer.completed()).containsExactlyInAnyOrder("m1", "m2", "m3");
        assertThat(producer.calls())
                .allSatisfy(call -> assertThat(call.attempt()).isEqualTo(1));
    }

    @Test
    void a_paused_relay_stops_as_any_other() {
        Relay relay = sim.start(oneWorker());
        relay.pause();
        relay.wake(sim.emitKeyless("m1"));
        relay.stop();
        assertThat(relay.isRunning()).isFalse();
        assertThat(sim.leases().released()).hasSize(1);
    }

    @Test
    void messages_of_a_paused_handler_wait_and_others_go_on() {
        producer.bind(Sim.NAME, "one", "two");
        Relay relay = sim.start(oneWorker());
        assertThat(relay.pauseHandler(Sim.NAME, "one")).isTrue();
        assertThat(relay.pauseHandler(Sim.NAME, "one")).isFalse();
        relay.wake(
                sim.append(List.of(Sim.message("m1", Sim.NAME, "k", "one"), Sim.message("m2", Sim.NAME, "k", "two"))));
        time.advance(seconds(60));
        assertThat(producer.completed()).containsExactly("m2");
        assertThat(relay.resumeHandler(Sim.NAME, "one")).isTrue();
        time.advance(seconds(11));
        assertThat(producer.completed()).containsExactly("m2", "m1");
        assertThat(relay.resumeHandler(Sim.NAME, "one")).isFalse();
    }

    @Test
    void a_paused_key_waits_in_its_order_and_others_go_on() {
        Relay relay = sim.start(oneWorker());
        relay.pauseLane("default", "a");
        relay.wake(sim.emit("a", "a1", "a2"));
        relay.wake(sim.emit("b", "b1"));
        relay.wake(sim.emitKeyless("m1"));
        time.advance(seconds(60));
        assertThat(producer.completed()).containsExactlyInAnyOrder("b1", "m1");
        relay.resumeLane("default", "a");
        time.advance(seconds(11));
        assertThat(producer.completed()).endsWith("a1", "a2");
        assertThat(producer.calls("a1")).hasSize(1);
    }

    @Test
    void what_waits_in_this_node_for_a_worker_is_given_back_by_a_pause() {
        producer.onOthers(delivery -> time.sleep(seconds(5)));
        Relay relay = sim.start(oneWorker());
        relay.wake(sim.emit("a", "a1", "a2"));
        time.advance(seconds(1));
        relay.pauseLane("default", "a");
        time.advance(seconds(60));
        assertThat(producer.completed()).containsExactly("a1");
        relay.resumeLane("default", "a");
        time.advance(seconds(20));
        assertThat(producer.completed()).containsExactly("a1", "a2");
    }
}

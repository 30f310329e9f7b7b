package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.PermanentFailureException;
import org.outboxee.relay.sim.TestProducer.Call;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;

/** G3: a lane is delivered one record at a time, in order. */
class LaneOrderTest extends SimTest {

    @Test
    void records_of_a_lane_are_delivered_one_after_the_other() {
        producer.onOthers(delivery -> time.sleep(seconds(1)));
        Relay relay = sim.start(config().build());

        relay.wake(sim.emit("key", "m1", "m2", "m3"));
        time.advance(seconds(10));

        assertThat(producer.calls()).extracting(Call::at).containsExactly(seconds(0), seconds(1), seconds(2));
        assertThat(producer.completed()).containsExactly("m1", "m2", "m3");
    }

    @Test
    void different_lanes_and_records_without_a_key_are_delivered_at_the_same_time() {
        producer.onOthers(delivery -> time.sleep(seconds(1)));
        Relay relay = sim.start(config().build());

        sim.emit("key", "a");
        sim.emit("other key", "b");
        relay.wake(sim.emitKeyless("c", "d"));
        time.advance(seconds(10));

        assertThat(producer.calls())
                .extracting(Call::at)
                .containsOnly(seconds(0))
                .hasSize(4);
        assertThat(producer.mostRunning()).isEqualTo(4);
    }

    @Test
    void a_failing_head_holds_its_lane_and_gives_the_claimed_rest_back() {
        producer.on("m1", delivery -> failFirst(delivery.attempt()));
        Relay relay = sim.start(config().build());

        deliver(relay, sim.emit("key", "m1", "m2", "m3"));

        assertThat(producer.ids()).containsExactly("m1");
        assertThat(store.settlements()).singleElement().isInstanceOf(Failed.class);
        assertThat(store.counts().pending()).isEqualTo(3);
        assertThat(sim.metrics().released()).isEqualTo(2);

        time.advance(seconds(10));

        assertThat(producer.ids()).containsExactly("m1", "m1", "m2", "m3");
        assertThat(producer.calls()).extracting(Call::attempt).containsExactly(1, 2, 1, 1);
    }

    @Test
    void a_failing_head_does_not_hold_other_lanes() {
        producer.on("m1", delivery -> {
            throw new IOException("down");
        });
        Relay relay = sim.start(config().build());

        sim.emit("key", "m1", "m2");
        deliver(relay, sim.emit("other key", "o1", "o2"));

        assertThat(producer.completed()).containsExactly("o1", "o2");
    }

    @Test
    void a_failure_in_the_middle_of_a_lane_keeps_what_came_before() {
        producer.on("m2", delivery -> failFirst(delivery.attempt()));
        Relay relay = sim.start(config().build());

        relay.wake(sim.emit("key", "m1", "m2", "m3"));
        time.advance(seconds(10));

        assertThat(producer.ids()).containsExactly("m1", "m2", "m2", "m3");
    }

    @Test
    void a_dead_head_lets_its_lane_go_on_at_once() {
        producer.on("m1", delivery -> {
            throw new PermanentFailureException("no");
        });
        Relay relay = sim.start(config().build());

        deliver(relay, sim.emit("key", "m1", "m2"));

        assertThat(producer.ids()).containsExactly("m1", "m2");
        assertThat(store.settlements())
                .<Class<?>>extracting(Settlement::getClass)
                .containsExactly(Dead.class, Completed.class);
    }

    @Test
    void a_lane_deeper_than_many_batches_is_delivered_in_order_without_waiting_for_polls() {
        Relay relay = sim.start(config().batch(16).build());
        String[] ids = IntStream.range(0, 100).mapToObj(i -> "m" + i).toArray(String[]::new);

        deliver(relay, sim.emit("key", ids));

        assertThat(producer.completed()).containsExactly(ids);
    }

    @Test
    void a_younger_record_that_was_blocked_follows_at_once_when_its_lane_gets_free() {
        producer.on("m1", delivery -> time.sleep(seconds(5)));
        Relay relay = sim.start(config().pollInterval(Duration.ofMinutes(10)).build());
        deliver(relay, sim.emit("key", "m1"));

        deliver(relay, sim.emit("key", "m2"));
        assertThat(store.claims())
                .last()
                .satisfies(claim -> assertThat(claim.ids()).isEmpty());
        time.advance(seconds(10));

        assertThat(producer.calls("m2")).extracting(Call::at).containsExactly(seconds(5));
    }

    @Test
    void results_of_a_lane_are_stored_in_its_order_while_storing_is_slow() {
        store.latency(millis(100));
        Relay relay = sim.start(config().build());
        time.advance(seconds(1));

        relay.wake(sim.emit("key", "m1", "m2", "m3", "m4"));
        time.advance(seconds(10));

        List<String> stored = store.settlements().stream()
                .map(settlement -> settlement.record().id().messageId())
                .toList();
        assertThat(stored).containsExactly("m1", "m2", "m3", "m4");
        assertThat(store.settledBatches()).hasSizeLessThan(4);
    }

    private static void failFirst(int attempt) throws IOException {
        if (attempt == 1) {
            throw new IOException("down");
        }
    }
}

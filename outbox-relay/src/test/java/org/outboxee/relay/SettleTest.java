package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.Settlement;

/** Results reach the store, in batches, whatever the store does meanwhile. */
class SettleTest extends SimTest {

    @Test
    void results_that_gather_while_a_batch_is_stored_go_together_in_the_next_one() {
        Relay relay = sim.start(config().workers(8).build());
        store.latency(millis(100));

        relay.wake(sim.emitKeyless("m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"));
        time.advance(seconds(2));

        assertThat(store.settlements()).hasSize(8);
        assertThat(store.settledBatches()).hasSizeLessThanOrEqualTo(2);
        assertThat(store.mostSettlesRunning()).isEqualTo(1);
    }

    @Test
    void a_result_is_kept_until_the_store_takes_it() {
        Relay relay = sim.start(config().pollInterval(seconds(1)).build());
        store.fail("settle");
        deliver(relay, sim.emit("key", "m1", "m2"));
        assertThat(producer.completed()).containsExactly("m1", "m2");
        time.advance(Duration.ofMinutes(30));
        assertThat(store.counts().claimed()).isEqualTo(2);
        assertThat(log.lines("OUTBOX-02016")).hasSizeBetween(2, 31);

        store.repair("settle");
        time.advance(seconds(1));

        assertThat(store.counts().claimed()).isZero();
        assertThat(producer.completed()).containsExactly("m1", "m2");
        assertThat(ids(store.settlements())).containsExactly("m1", "m2");
        assertThat(sim.metrics().ignored()).isZero();
    }

    @Test
    void a_result_that_the_store_cannot_take_does_not_hold_up_the_others() {
        Relay relay = sim.start(config().pollInterval(seconds(1)).build());
        store.poison(settlement -> settlement.record().id().messageId().equals("bad"));
        deliver(relay, sim.emitKeyless("m1", "bad", "m2"));

        for (int i = 3; i < 100; i++) {
            deliver(relay, sim.emitKeyless("m" + i));
            time.advance(millis(100));
        }
        time.advance(seconds(2));

        assertThat(producer.completed()).hasSize(100);
        assertThat(store.settlements()).hasSize(99);
        assertThat(store.counts().claimed()).isEqualTo(1);
    }

    @Test
    void results_of_a_lane_stay_in_order_around_one_that_the_store_does_not_take() {
        Relay relay = sim.start(config().pollInterval(seconds(1)).build());
        store.poison(settlement -> settlement.record().id().messageId().equals("m1"));
        sim.emit("key", "m1", "m2", "m3");
        deliver(relay, sim.emit("other key", "o1"));
        time.advance(seconds(10));
        assertThat(ids(store.settlements())).containsExactly("o1");

        store.poison(settlement -> false);
        time.advance(seconds(10));

        assertThat(ids(store.settlements())).containsExactly("o1", "m1", "m2", "m3");
        assertThat(store.counts().claimed()).isZero();
    }

    private static List<String> ids(List<Settlement> settlements) {
        return settlements.stream()
                .map(settlement -> settlement.record().id().messageId())
                .toList();
    }
}

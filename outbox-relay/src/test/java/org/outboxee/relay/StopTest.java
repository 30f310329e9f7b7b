package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.TestProducer.Call;

/** A stop drains, releases and settles, and leaves nothing behind. */
class StopTest extends SimTest {

    private static RelayConfig.Builder stopping() {
        return config().deliveryTimeout(Duration.ofMinutes(2))
                .shutdownTimeout(seconds(20))
                .settleTimeout(seconds(5));
    }

    @Test
    void running_deliveries_finish_and_are_settled_and_what_waits_is_released() {
        producer.onOthers(delivery -> time.sleep(seconds(10)));
        Relay relay = sim.start(stopping().workers(2).build());
        sim.emit("key", "m1", "m2");
        deliver(relay, sim.emit("other key", "o1", "o2", "o3"));
        sim.emitKeyless("k1");
        time.advance(seconds(1));

        relay.stop();

        assertThat(time.elapsed()).isEqualTo(seconds(10));
        assertThat(producer.completed()).containsExactlyInAnyOrder("m1", "o1");
        assertThat(store.counts()).isEqualTo(new OutboxCounts(4, 0, 0));
        assertThat(store.queryPending(0, 10)).allSatisfy(pending -> {
            assertThat(pending.attempts()).isZero();
            assertThat(pending.crashes()).isZero();
            assertThat(pending.availableAt()).isBeforeOrEqualTo(time.instant());
        });
        assertThat(sim.leases().released()).hasSize(1);
        assertThat(relay.isRunning()).isFalse();
    }

    @Test
    void nothing_is_scheduled_or_claimed_after_a_stop() {
        producer.on("m1", delivery -> time.sleep(seconds(5)));
        Relay relay = sim.start(stopping().build());
        deliver(relay, sim.emit("key", "m1"));
        assertThat(time.outstanding()).isPositive();

        relay.stop();
        int claims = store.claims().size();
        relay.wake(sim.emit("key", "m2"));
        assertThat(time.outstanding()).isZero();
        time.advance(Duration.ofHours(1));

        assertThat(store.claims()).hasSize(claims);
        assertThat(producer.completed()).containsExactly("m1");
    }

    @Test
    void a_delivery_that_outlasts_the_shutdown_timeout_is_interrupted_and_released_without_an_attempt() {
        producer.on("m1", delivery -> time.sleep(seconds(60)));
        Relay relay = sim.start(stopping().build());
        deliver(relay, sim.emit("key", "m1"));

        relay.stop();

        assertThat(time.elapsed()).isEqualTo(seconds(20));
        assertThat(store.queryPending(0, 1).get(0).attempts()).isZero();
        assertThat(store.counts()).isEqualTo(new OutboxCounts(1, 0, 0));
        assertThat(log.lines("OUTBOX-02026")).hasSize(1);
    }

    @Test
    void a_delivery_that_succeeds_after_the_interrupt_of_the_stop_is_settled() {
        producer.on("m1", delivery -> time.sleepDeafly(seconds(22)));
        Relay relay = sim.start(stopping().build());
        deliver(relay, sim.emit("key", "m1"));

        relay.stop();

        assertThat(time.elapsed()).isEqualTo(seconds(22));
        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 0));
    }

    @Test
    void a_handler_that_does_not_return_keeps_its_record_claimed_and_is_named() {
        producer.on("m1", delivery -> time.sleepDeafly(seconds(100)));
        Relay relay = sim.start(stopping().build());
        deliver(relay, sim.emit("key", "m1", "m2"));

        relay.stop();

        assertThat(time.elapsed()).isEqualTo(seconds(25));
        assertThat(store.counts()).isEqualTo(new OutboxCounts(1, 1, 0));
        assertThat(log.lines("OUTBOX-02027"))
                .singleElement()
                .asString()
                .contains("m1")
                .doesNotContain("m2");
        assertThat(sim.leases().released()).hasSize(1);

        time.advance(seconds(100));
        assertThat(store.counts()).as("stored when the handler returned").isEqualTo(new OutboxCounts(1, 0, 0));
    }

    @Test
    void results_are_stored_during_a_stop_although_the_store_fails_at_first() {
        Relay relay = sim.start(stopping().build());
        store.fail("settle");
        deliver(relay, sim.emit("key", "m1"));
        producer.on("m2", delivery -> store.repair("settle"));
        deliver(relay, sim.emitKeyless("m2"));

        relay.stop();

        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 0));
    }

    @Test
    void storing_is_retried_several_times_within_the_settle_timeout_however_long_the_poll_interval_is() {
        Relay relay = sim.start(stopping().pollInterval(Duration.ofHours(1)).build());
        store.fail("settle");
        deliver(relay, sim.emit("key", "m1"));
        time.node().schedule(() -> store.repair("settle"), seconds(4));

        relay.stop();

        assertThat(time.elapsed()).isBetween(seconds(4), seconds(5));
        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 0));
    }

    @Test
    void results_that_cannot_be_stored_within_the_settle_timeout_are_named() {
        Relay relay = sim.start(stopping().build());
        store.fail("settle");
        deliver(relay, sim.emit("key", "m1"));

        relay.stop();

        assertThat(time.elapsed()).isEqualTo(seconds(5));
        assertThat(log.lines("OUTBOX-02018")).singleElement().asString().contains("m1");
        assertThat(store.counts().claimed()).isEqualTo(1);
        assertThat(time.outstanding()).isZero();
    }

    @Test
    void an_interrupted_caller_interrupts_the_handlers_at_once_and_everything_is_settled_all_the_same() {
        producer.on("m1", delivery -> time.sleepDeafly(seconds(3)));
        producer.on("m2", delivery -> time.sleep(seconds(15)));
        Relay relay = sim.start(stopping().build());
        deliver(relay, sim.emitKeyless("m1", "m2"));

        Thread.currentThread().interrupt();
        relay.stop();

        assertThat(Thread.interrupted()).as("the caller's interrupt flag").isTrue();
        assertThat(time.elapsed()).isEqualTo(seconds(3));
        assertThat(producer.completed()).containsExactly("m1");
        assertThat(store.counts()).isEqualTo(new OutboxCounts(1, 0, 0));
        assertThat(sim.leases().released()).hasSize(1);
    }

    @Test
    void records_that_a_claim_returns_during_the_stop_are_released() {
        Relay relay = sim.start(stopping().build());
        time.advance(millis(500));
        store.latency(seconds(2));
        relay.wake(sim.emit("key", "m1", "m2"));
        time.advance(seconds(1));

        relay.stop();

        assertThat(producer.calls()).isEmpty();
        assertThat(store.fruitfulClaims()).hasSize(1);
        assertThat(store.counts()).isEqualTo(new OutboxCounts(2, 0, 0));
    }

    @Test
    void a_second_stop_does_nothing_and_a_start_after_it_is_refused() {
        Relay relay = sim.start(stopping().build());
        relay.stop();

        relay.stop();

        assertThat(sim.leases().released()).hasSize(1);
        assertThatThrownBy(relay::start).isInstanceOf(IllegalStateException.class);
        assertThat(relay.isRunning()).isFalse();
    }

    @Test
    void a_stop_while_another_one_runs_waits_for_it() {
        producer.on("m1", delivery -> time.sleep(seconds(10)));
        Relay relay = sim.start(stopping().build());
        deliver(relay, sim.emit("key", "m1"));
        List<Duration> ended = new ArrayList<>();
        Node callers = time.node();
        for (int i = 0; i < 3; i++) {
            callers.execute(() -> {
                relay.stop();
                ended.add(time.elapsed());
            });
        }

        time.advance(seconds(60));

        assertThat(ended).containsExactly(seconds(10), seconds(10), seconds(10));
        assertThat(sim.leases().released()).hasSize(1);
    }

    @Test
    void a_relay_that_was_never_started_stops_at_once() {
        Relay relay = sim.relay(time.node(), stopping().build(), producer, "node");

        relay.stop();

        assertThat(time.elapsed()).isZero();
        assertThatThrownBy(relay::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_relay_stops_that_has_not_got_its_partitions_yet() {
        sim.leases().fail(true);
        Relay relay = sim.start(stopping().build());
        time.advance(seconds(3));

        relay.stop();
        time.advance(Duration.ofMinutes(1));

        assertThat(sim.leases().takes()).isZero();
        assertThat(time.outstanding()).isZero();
    }

    @Test
    void a_stop_waits_for_what_it_has_begun_with_the_store() {
        sim.leases().releaseLatency(seconds(2));
        Relay relay = sim.start(stopping().build());

        relay.stop();

        assertThat(time.outstanding()).as("tasks that still use the store").isZero();
        assertThat(sim.leases().look().partitions().get(0).owner()).isNull();
    }

    @Test
    void a_stop_waits_for_a_take_that_is_under_way() {
        sim.leases().latency(seconds(2));
        Relay relay = sim.start(stopping().build());

        relay.stop();

        assertThat(time.outstanding()).as("tasks that still use the store").isZero();
        assertThat(sim.leases().look().partitions().get(0).owner()).isNull();
    }

    @Test
    void a_store_that_cannot_take_the_partitions_back_does_not_fail_the_stop() {
        Relay relay = sim.start(stopping().build());
        sim.leases().fail(true);

        relay.stop();

        assertThat(log.lines("OUTBOX-02013")).hasSize(1);
        assertThat(relay.ownedPartitions()).isEmpty();
    }

    @Test
    void a_stop_called_by_a_handler_ends() {
        Relay[] relay = new Relay[1];
        producer.on("m1", delivery -> relay[0].stop());
        relay[0] = sim.start(stopping().build());

        deliver(relay[0], sim.emit("key", "m1"));
        time.advance(Duration.ofMinutes(2));

        assertThat(relay[0].isRunning()).isFalse();
        assertThat(sim.leases().released()).hasSize(1);
        assertThat(producer.calls()).extracting(Call::at).containsExactly(seconds(0));
        assertThat(store.counts()).as("stored when the handler returned").isEqualTo(new OutboxCounts(0, 0, 0));
    }
}

package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.outboxee.DeliveryInfo;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.relay.sim.CountingMetrics.Ended;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.TestProducer.Call;
import org.outboxee.spi.OutboxMetrics;

/** An executor that is full or ended, and metrics that throw, do not end the relay. */
class RefusalTest extends SimTest {

    @Test
    void a_delivery_that_the_executor_refuses_is_started_at_the_next_poll() {
        Node node = time.node();
        Relay relay = started(node);
        node.refuseDeliveries(true);
        deliver(relay, sim.emit("key", "m1", "m2"));
        deliver(relay, sim.emitKeyless("m3"));
        assertThat(producer.calls()).isEmpty();
        assertThat(log.lines("OUTBOX-02028")).hasSize(1);

        node.refuseDeliveries(false);
        time.advance(seconds(1));

        assertThat(producer.completed()).containsExactlyInAnyOrder("m1", "m2", "m3");
    }

    @Test
    void a_relay_whose_executor_refused_everything_for_a_while_goes_on_with_the_next_wake_up() {
        Node node = time.node();
        Relay relay = started(node);
        node.refuse(true);
        Set<Integer> partitions = sim.emit("key", "m1");
        relay.wake(partitions);
        time.advance(seconds(10));
        assertThat(producer.calls()).isEmpty();

        node.refuse(false);
        deliver(relay, partitions);
        assertThat(producer.completed()).containsExactly("m1");

        sim.emit("key", "m2");
        time.advance(seconds(1));
        assertThat(producer.completed()).as("polls again").containsExactly("m1", "m2");
    }

    @Test
    void a_relay_whose_poll_timer_was_refused_polls_again_after_its_next_delivery() {
        Node node = time.node();
        Relay relay = started(node);
        producer.on("m1", delivery -> time.sleep(seconds(5)));
        relay.wake(sim.emit("key", "m1"));
        node.refuseTimers(true);
        time.advance(seconds(4));
        node.refuseTimers(false);
        sim.emit("key", "m2");

        time.advance(seconds(3));

        assertThat(producer.calls("m1")).extracting(Call::at).containsExactly(seconds(0));
        assertThat(producer.completed()).containsExactly("m1", "m2");
    }

    @Test
    void results_are_stored_after_the_executor_refused_to() {
        Node node = time.node();
        Relay relay = started(node);
        producer.on("m1", delivery -> node.refuse(true));
        relay.wake(sim.emit("key", "m1"));
        time.settle();
        assertThat(store.counts().claimed()).isEqualTo(1);

        node.refuse(false);
        time.advance(seconds(1));

        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 0));
        assertThat(producer.calls("m1")).hasSize(1);
    }

    @Test
    void a_delivery_whose_timer_was_refused_is_timed_out_all_the_same() {
        Node node = time.node();
        Relay relay = started(node);
        producer.on("m1", delivery -> time.sleep(seconds(100)));
        node.refuseTimers(true);
        deliver(relay, sim.emit("key", "m1"));
        node.refuseTimers(false);

        time.advance(seconds(30));

        assertThat(sim.metrics().ended()).extracting(Ended::duration).containsExactly(seconds(30));
    }

    @Test
    void a_stop_does_itself_what_the_executor_refuses() {
        Node node = time.node();
        Relay relay = started(node);
        producer.on("m1", delivery -> node.refuse(true));
        deliver(relay, sim.emit("key", "m1"));

        relay.stop();

        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 0));
        assertThat(sim.leases().released()).hasSize(1);
    }

    @Test
    void a_stop_that_the_executor_refuses_alarms_nobody() {
        Node node = time.node();
        Relay relay = started(node);
        node.refuse(true);

        relay.stop();

        assertThat(log.atLeast(Level.WARNING)).isEmpty();
    }

    @Test
    void a_relay_whose_executor_refuses_the_start_can_be_woken_later() {
        Node node = time.node();
        node.refuse(true);
        Relay relay = started(node);
        node.refuse(false);
        time.advance(seconds(5));
        assertThat(relay.isRunning()).isTrue();

        relay.stop();
        assertThat(time.outstanding()).isZero();
    }

    @Test
    void metrics_that_throw_do_not_harm_deliveries() {
        OutboxMetrics broken = new OutboxMetrics() {
            @Override
            public void delivered(DeliveryInfo delivery, Outcome outcome, Duration duration) {
                throw new IllegalStateException("no registry");
            }
        };
        Relay relay = Relay.builder()
                .store(store)
                .leases(sim.leases())
                .producer(producer)
                .executor(time.node())
                .partitions(1)
                .metrics(broken)
                .ticker(time)
                .build();
        relay.start();
        time.settle();

        deliver(relay, sim.emit("key", "m1", "m2"));

        assertThat(producer.completed()).containsExactly("m1", "m2");
        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 0));
        assertThat(log.lines("OUTBOX-02030")).hasSize(1);
    }

    private Relay started(Node node) {
        Relay relay = sim.relay(node, config().build(), producer, "node");
        relay.start();
        time.settle();
        return relay;
    }
}

package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.relay.sim.CountingMetrics.Ended;
import org.outboxee.relay.sim.Sim;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxMetrics.Outcome;

/** One handler may differ from the others. */
class HandlerOptionsTest extends SimTest {

    private static final String SLOW = "slow";
    private static final String OTHER = "other";

    @Override
    Sim open() {
        Sim opened = Sim.create();
        opened.producer().bind(Sim.NAME, SLOW, OTHER);
        return opened;
    }

    private Set<Integer> emit(String binding, int count) {
        return sim.append(IntStream.range(0, count)
                .mapToObj(i -> message(binding + i, binding))
                .toList());
    }

    private static OutboxMessage message(String id, String binding) {
        return Sim.message(id, Sim.NAME, null, binding);
    }

    @Test
    void attempts_are_those_of_the_handler() {
        producer.onOthers(delivery -> {
            assertThat(delivery.maxAttempts()).isEqualTo(delivery.binding().equals(SLOW) ? 2 : 3);
            throw new IllegalStateException("no");
        });
        sim.start(config().maxAttempts(3).build(), Map.of(SLOW, HandlerOptions.NONE.withMaxAttempts(2)));
        sim.append(List.of(message("m1", SLOW), message("m2", OTHER)));
        time.advance(Duration.ofMinutes(10));
        assertThat(producer.calls("m1")).hasSize(2);
        assertThat(producer.calls("m2")).hasSize(3);
        assertThat(store.counts().dead()).isEqualTo(2);
    }

    @Test
    void each_delivery_is_interrupted_after_the_time_of_its_handler() {
        producer.onOthers(delivery -> time.sleep(seconds(60)));
        Relay relay = sim.start(
                config().deliveryTimeout(seconds(10)).maxAttempts(1).build(),
                Map.of(SLOW, HandlerOptions.NONE.withDeliveryTimeout(seconds(2))));
        relay.wake(sim.append(List.of(message("m1", OTHER))));
        time.advance(millis(2500));
        relay.wake(sim.append(List.of(message("m2", SLOW))));
        time.advance(seconds(30));
        assertThat(sim.metrics().ended())
                .containsExactly(new Ended("m2", Outcome.DEAD, seconds(2)), new Ended("m1", Outcome.DEAD, seconds(10)));
        assertThat(store.deadLetters(2, null).items())
                .anySatisfy(dead -> assertThat(dead.error()).startsWith("Timed out after PT2S"));
    }

    @Test
    void no_more_deliveries_run_at_the_same_time_than_the_handler_takes_and_others_go_on_meanwhile() {
        producer.onOthers(delivery -> time.sleep(delivery.binding().equals(SLOW) ? seconds(1) : millis(10)));
        Relay relay = sim.start(config().build(), Map.of(SLOW, HandlerOptions.NONE.withConcurrency(1)));
        relay.wake(emit(SLOW, 40));
        relay.wake(emit(OTHER, 40));
        time.advance(seconds(5));
        assertThat(producer.completed()).filteredOn(id -> id.startsWith(OTHER)).hasSize(40);
        assertThat(producer.completed()).filteredOn(id -> id.startsWith(SLOW)).hasSizeBetween(4, 5);
        time.advance(seconds(60));
        assertThat(producer.completed()).hasSize(80);
    }

    @Test
    void a_large_backlog_of_one_handler_keeps_no_other_from_its_messages_nor_the_store_busy() {
        producer.onOthers(delivery -> time.sleep(delivery.binding().equals(SLOW) ? seconds(20) : millis(10)));
        Relay relay = sim.start(config().build(), Map.of(SLOW, HandlerOptions.NONE.withConcurrency(2)));
        relay.wake(emit(SLOW, 1000));
        time.advance(seconds(30));
        int released = sim.metrics().released();
        relay.wake(emit(OTHER, 20));
        time.advance(seconds(2));
        assertThat(producer.completed()).filteredOn(id -> id.startsWith(OTHER)).hasSize(20);
        time.advance(seconds(60));
        // Each is given back about once a minute, but for what the queue holds.
        assertThat(sim.metrics().released() - released).isLessThan(2500);
        assertThat(producer.mostRunning()).isLessThanOrEqualTo(4);
    }

    @Test
    void keys_keep_their_order_and_names_that_share_a_lane_wait_for_their_own_handler() {
        producer.onOthers(delivery -> time.sleep(seconds(1)));
        producer.bind("unbounded", SLOW);
        Relay relay = sim.start(config().build(), Map.of(SLOW, HandlerOptions.NONE.withConcurrency(1)));
        relay.wake(sim.append(List.of(
                Sim.message("a1", "unbounded", "a", SLOW),
                Sim.message("a2", Sim.NAME, "a", SLOW),
                Sim.message("a3", "unbounded", "a", SLOW),
                Sim.message("b1", Sim.NAME, "b", SLOW),
                Sim.message("b2", Sim.NAME, "b", SLOW))));
        time.advance(seconds(20));
        assertThat(producer.completed()).hasSize(5);
        assertThat(producer.completed()).filteredOn(id -> id.startsWith("a")).containsExactly("a1", "a2", "a3");
        assertThat(producer.completed()).filteredOn(id -> id.startsWith("b")).containsExactly("b1", "b2");
    }

    @Test
    void a_timeout_above_the_general_one_is_refused_since_leases_are_made_for_that() {
        assertThatThrownBy(() -> sim.start(
                        config().deliveryTimeout(seconds(10)).build(),
                        Map.of(SLOW, HandlerOptions.NONE.withDeliveryTimeout(seconds(11)))))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContainingAll("OUTBOX-02046", "(slow)", "PT11S", "outbox.delivery-timeout=PT10S");
    }
}

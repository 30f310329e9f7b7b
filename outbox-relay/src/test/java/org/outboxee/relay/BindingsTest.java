package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.RecordId;
import org.outboxee.relay.sim.Sim;
import org.outboxee.relay.sim.TestProducer.Call;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PendingRecord;
import org.outboxee.spi.Producer;

/** Records without a binding yet, and records that nothing on this node handles. */
class BindingsTest extends SimTest {

    @Test
    void an_unbound_record_is_delivered_to_every_handler_of_its_name_at_once() {
        producer.bind("order", "mail", "billing");
        Relay relay = sim.start(config().pollInterval(Duration.ofHours(1)).build());

        deliver(relay, sim.append(List.of(unbound("m1", "order", "key"), unbound("m2", "order", "key"))));

        assertThat(producer.calls())
                .filteredOn(call -> call.binding().equals("mail"))
                .extracting(Call::id)
                .containsExactly("m1", "m2");
        assertThat(producer.calls())
                .filteredOn(call -> call.binding().equals("billing"))
                .extracting(Call::id)
                .containsExactly("m1", "m2");
        assertThat(store.counts().pending()).isZero();
        assertThat(store.counts().claimed()).isZero();
    }

    @Test
    void an_unbound_record_without_handlers_waits_without_being_charged_and_is_logged_once() {
        producer.bind("order");
        Relay relay = sim.start(config().unhandledDelay(Duration.ofSeconds(10)).build());
        deliver(relay, sim.append(List.of(unbound("m1", "order", null), unbound("m2", "order", null))));

        assertThat(store.queryPending(0, 10)).allSatisfy(pending -> {
            assertThat(pending.attempts()).isZero();
            assertThat(pending.availableAt()).isEqualTo(time.instant().plusSeconds(10));
        });
        assertThat(sim.metrics().released()).isEqualTo(2);
        time.advance(seconds(30));
        assertThat(log.lines("OUTBOX-02019")).hasSize(1);

        producer.bind("order", "mail");
        time.advance(seconds(11));

        assertThat(producer.completed()).containsExactly("m1", "m2");
        assertThat(producer.calls()).extracting(Call::attempt).containsOnly(1);
    }

    @Test
    void a_record_for_a_handler_that_is_not_here_waits_without_being_charged() {
        producer.bind("order", "mail");
        Relay relay = sim.start(config().unhandledDelay(Duration.ofSeconds(10)).build());

        deliver(
                relay,
                sim.append(List.of(
                        Sim.message("m1", "order", null, "new-handler"),
                        Sim.message("m2", "unknown name", null, "mail"),
                        Sim.message("m3", "order", null, "mail"))));
        time.advance(seconds(60));

        assertThat(producer.ids()).containsExactly("m3");
        assertThat(store.queryPending(0, 10))
                .extracting(PendingRecord::id)
                .containsExactly(new RecordId("m1", "new-handler"), new RecordId("m2", "mail"));
        assertThat(store.queryPending(0, 10)).allSatisfy(pending -> {
            assertThat(pending.attempts()).isZero();
            assertThat(pending.crashes()).isZero();
        });
    }

    @Test
    void a_record_that_nothing_handles_holds_what_is_behind_it_in_its_lane_and_nothing_before() {
        producer.bind("order", "default");
        producer.bind("new", "other");
        Relay relay = sim.start(config().unhandledDelay(Duration.ofSeconds(10)).build());

        deliver(
                relay,
                sim.append(List.of(
                        Sim.message("m1", "order", "key"),
                        Sim.message("m2", "new", "key"),
                        Sim.message("m3", "order", "key"))));
        assertThat(producer.ids()).containsExactly("m1");
        assertThat(sim.metrics().released()).isEqualTo(2);

        producer.bind("new", "default");
        time.advance(seconds(11));
        assertThat(producer.ids()).containsExactly("m1", "m2", "m3");
    }

    @Test
    void an_expansion_that_fails_is_tried_again_and_keeps_the_order_of_its_lane() {
        store.fail("expand");
        Relay relay = sim.start(config().pollInterval(seconds(1)).build());
        deliver(relay, sim.append(List.of(unbound("m1", "order", "key"), unbound("m2", "order", "key"))));
        time.advance(seconds(5));
        assertThat(producer.calls()).isEmpty();
        assertThat(log.lines("OUTBOX-02021")).hasSize(1);

        store.repair("expand");
        time.advance(seconds(3));

        assertThat(producer.completed()).containsExactly("m1", "m2");
    }

    @Test
    void an_expansion_of_a_record_that_somebody_else_has_by_now_is_counted_as_ignored() {
        store.expandNothing();
        Relay relay = sim.start(config().build());

        deliver(relay, sim.append(List.of(unbound("m1", "order", "key"))));

        assertThat(sim.metrics().ignored()).isEqualTo(1);
        assertThat(log.lines("OUTBOX-02017")).hasSize(1);
        assertThat(store.settlements()).isEmpty();
    }

    @Test
    void a_producer_that_cannot_say_what_it_handles_costs_no_attempt() {
        Producer broken = new Producer() {
            @Override
            public Set<String> bindings(String messageName) {
                throw new IllegalStateException("not ready");
            }

            @Override
            public void deliver(Delivery delivery) {
                throw new AssertionError("must not be called");
            }
        };
        Relay relay = sim.relay(time.node(), config().build(), broken, "node");
        relay.start();
        sim.emit("key", "m1");
        time.advance(Duration.ofMinutes(5));

        assertThat(store.queryPending(0, 10))
                .singleElement()
                .satisfies(pending -> assertThat(pending.attempts()).isZero());
        assertThat(log.lines("OUTBOX-02020")).hasSizeBetween(1, 6);
    }

    private static OutboxMessage unbound(String id, String name, String key) {
        return Sim.message(id, name, key, Bindings.UNBOUND);
    }
}

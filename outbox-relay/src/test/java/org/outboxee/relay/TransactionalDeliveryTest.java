package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.relay.sim.Sim;
import org.outboxee.relay.sim.TestProducer.Script;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.CompletionConflictException;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.OutboxMetrics.Outcome;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/** Deliveries that complete their records in transactions of their own (G7). */
class TransactionalDeliveryTest extends SimTest {

    private static final String PLAIN = "plain.message";
    private static final OutboxCounts NOTHING = new OutboxCounts(0, 0, 0);

    private final List<String> effects = new ArrayList<>();

    @BeforeEach
    void completeAll() {
        producer.completes(Sim.NAME);
        producer.onOthers(this::commit);
    }

    /** What a transaction does that commits. */
    private void commit(Delivery delivery) {
        delivery.complete();
        effects.add(delivery.messageId());
    }

    @Test
    void what_has_committed_is_delivered_and_nothing_is_left_to_settle() {
        Relay relay = sim.start(config().build());
        sim.emitKeyless("k1");
        deliver(relay, sim.emit("key", "m1", "m2", "m3"));

        assertThat(effects).containsExactlyInAnyOrder("k1", "m1", "m2", "m3");
        assertThat(store.settlements()).isEmpty();
        assertThat(store.counts()).isEqualTo(NOTHING);
        assertThat(sim.metrics().ended()).hasSize(4).allMatch(ended -> ended.outcome() == Outcome.DELIVERED);
        assertThat(log.atLeast(Level.WARNING)).isEmpty();
    }

    @Test
    void a_lane_goes_on_at_once_when_its_last_record_has_committed() {
        Relay relay = sim.start(config().batch(1).workers(1).build());
        deliver(relay, sim.emit("key", "m1", "m2", "m3", "m4"));

        assertThat(effects).containsExactly("m1", "m2", "m3", "m4");
        assertThat(time.elapsed()).isZero();
    }

    @Test
    void a_handler_that_fails_before_its_completion_is_settled_as_always() {
        producer.on("retried", delivery -> {
            if (delivery.attempt() == 1) {
                throw new RetryAfterException(seconds(10), "later");
            }
            commit(delivery);
        });
        producer.on("dead", delivery -> {
            throw new PermanentFailureException("no such address");
        });
        Relay relay = sim.start(config().build());
        deliver(relay, sim.emitKeyless("retried", "dead"));
        assertThat(store.counts()).isEqualTo(new OutboxCounts(1, 0, 1));
        time.advance(seconds(20));

        assertThat(effects).containsExactly("retried");
        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 1));
    }

    @Test
    void a_commit_that_fails_is_a_failed_attempt_and_the_lane_waits() {
        producer.on("m1", delivery -> {
            delivery.complete();
            if (delivery.attempt() < 3) {
                throw new IllegalStateException("rolled back");
            }
            effects.add("m1");
        });
        Relay relay = sim.start(config().build());
        deliver(relay, sim.emit("key", "m1", "m2"));
        assertThat(effects).isEmpty();
        assertThat(store.counts()).isEqualTo(new OutboxCounts(2, 0, 0));
        time.advance(seconds(60));

        assertThat(effects).containsExactly("m1", "m2");
        assertThat(producer.calls("m1")).extracting(call -> call.attempt()).containsExactly(1, 2, 3);
        assertThat(sim.metrics().ignored()).isZero();
    }

    /** The tail would not be given back with its head, which has gone. */
    @Test
    void a_commit_whose_answer_is_lost_is_not_delivered_again_and_the_lane_goes_on() {
        loseAnswerOf("m1", new IllegalStateException("the connection broke"));
        Relay relay = sim.start(config().build());
        deliver(relay, sim.emit("key", "m1", "m2", "m3"));
        time.advance(seconds(60));

        assertThat(effects).containsExactly("m1", "m2", "m3");
        assertThat(producer.ids()).containsExactly("m1", "m2", "m3");
        assertThat(store.counts()).isEqualTo(NOTHING);
        assertThat(log.lines("OUTBOX-02033")).singleElement().asString().contains("m1", "took effect");
        assertThat(log.lines("OUTBOX-02017")).as("may be delivered twice").isEmpty();
        assertThat(sim.metrics().ignored()).isZero();
    }

    @Test
    void a_last_attempt_whose_answer_is_lost_leaves_no_dead_letter() {
        loseAnswerOf("m1", new PermanentFailureException("the connection broke"));
        Relay relay = sim.start(config().build());
        deliver(relay, sim.emit("key", "m1", "m2"));
        time.advance(seconds(60));

        assertThat(effects).containsExactly("m1", "m2");
        assertThat(store.counts()).isEqualTo(NOTHING);
        assertThat(log.lines("OUTBOX-02033")).hasSize(1);
    }

    /** The database commits, and the relay hears that it has not. */
    private void loseAnswerOf(String id, RuntimeException failure) {
        producer.on(id, delivery -> {
            store.commitAllTheSame();
            commit(delivery);
            throw failure;
        });
    }

    @Test
    void a_record_that_somebody_else_has_by_now_rolls_back_and_gives_the_lane_back() {
        producer.on("m1", delivery -> {
            store.settleBehindTheBack(delivery.messageId());
            assertThatThrownBy(delivery::complete).isInstanceOf(ClaimLostException.class);
            throw new IllegalStateException("rolled back");
        });
        Relay relay = sim.start(config().build());
        deliver(relay, sim.emit("key", "m1", "m2"));
        time.advance(seconds(60));

        assertThat(effects).containsExactly("m2");
        assertThat(store.settlements())
                .singleElement()
                .isInstanceOfSatisfying(
                        Released.class,
                        released ->
                                assertThat(released.record().id().messageId()).isEqualTo("m2"));
        assertThat(store.counts()).isEqualTo(NOTHING);
        assertThat(sim.metrics().ignored()).isEqualTo(1);
        assertThat(log.lines("OUTBOX-02031")).singleElement().asString().contains("m1", "rolled back");
        assertThat(log.lines("OUTBOX-02017")).isEmpty();
    }

    @Test
    void a_conflict_with_others_charges_no_attempt() {
        store.conflictNextCompletions(2);
        producer.on("m1", delivery -> {
            try {
                delivery.complete();
            } catch (CompletionConflictException e) {
                throw new IllegalStateException("wrapped by a container", e);
            }
            effects.add("m1");
        });
        Relay relay = sim.start(config().maxAttempts(1).build());
        deliver(relay, sim.emit("key", "m1", "m2"));
        assertThat(store.counts()).isEqualTo(new OutboxCounts(2, 0, 0));
        time.advance(seconds(10));

        assertThat(effects).containsExactly("m1", "m2");
        assertThat(producer.calls("m1")).extracting(call -> call.attempt()).containsExactly(1, 1, 1);
        assertThat(log.lines("OUTBOX-02032")).isNotEmpty();
    }

    @Test
    void a_store_that_fails_charges_an_attempt() {
        store.fail("completeInTransaction");
        Relay relay = sim.start(config().maxAttempts(2).build());
        deliver(relay, sim.emitKeyless("m1"));
        time.advance(seconds(60));

        assertThat(effects).isEmpty();
        assertThat(store.deadLetters(10, null).items())
                .singleElement()
                .extracting(DeadLetter::attempts)
                .isEqualTo(2);
    }

    @Test
    void a_record_waits_until_the_results_before_it_in_its_lane_are_stored() {
        producer.on("p1", delivery -> {});
        producer.on("p2", delivery -> {
            throw new PermanentFailureException("no such address");
        });
        Relay relay = sim.start(config().workers(1).pollInterval(seconds(1)).build());
        store.fail("settle");
        deliver(
                relay,
                sim.append(List.of(
                        Sim.message("p1", PLAIN, "key"),
                        Sim.message("p2", PLAIN, "key"),
                        Sim.message("m1", Sim.NAME, "key"),
                        Sim.message("m2", Sim.NAME, "key"))));
        deliver(relay, sim.emit("other key", "o1", "o2"));
        time.advance(seconds(5));
        assertThat(producer.ids()).containsExactly("p1", "p2", "o1", "o2");
        assertThat(effects).containsExactly("o1", "o2");

        store.repair("settle");
        time.advance(seconds(2));

        assertThat(producer.ids()).containsExactly("p1", "p2", "o1", "o2", "m1", "m2");
        assertThat(effects).containsExactly("o1", "o2", "m1", "m2");
        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 1));
    }

    @Test
    void records_behind_results_that_take_their_time_go_on_as_soon_as_these_are_stored() {
        producer.on("p1", delivery -> {});
        Relay relay = sim.start(config().build());
        store.latency(millis(100));
        relay.wake(sim.append(List.of(Sim.message("p1", PLAIN, "key"), Sim.message("m1", Sim.NAME, "key"))));
        time.advance(seconds(10));

        assertThat(producer.calls("p1"))
                .singleElement()
                .satisfies(call -> assertThat(call.at()).isEqualTo(millis(100)));
        assertThat(producer.calls("m1"))
                .singleElement()
                .satisfies(call -> assertThat(call.at()).isEqualTo(millis(200)));
    }

    @Test
    void what_waits_for_results_is_released_by_a_stop() {
        producer.on("p1", delivery -> {});
        Relay relay = sim.start(config().build());
        store.fail("settle");
        deliver(
                relay,
                sim.append(List.of(
                        Sim.message("p1", PLAIN, "key"),
                        Sim.message("m1", Sim.NAME, "key"),
                        Sim.message("m2", Sim.NAME, "key"))));
        store.repair("settle");

        relay.stop();

        assertThat(producer.ids()).containsExactly("p1");
        assertThat(store.counts()).isEqualTo(new OutboxCounts(2, 0, 0));
    }

    @Test
    void what_waits_for_results_too_long_to_be_started_is_released() {
        producer.on("p1", delivery -> {});
        Relay relay = sim.start(config().build());
        store.poison(settlement -> settlement.record().id().messageId().equals("p1"));
        deliver(relay, sim.append(List.of(Sim.message("p1", PLAIN, "key"), Sim.message("m1", Sim.NAME, "key"))));
        time.advance(seconds(600));

        assertThat(store.settlements()).isEmpty();
        assertThat(log.lines("OUTBOX-02016")).isNotEmpty();
        store.poison(settlement -> false);
        time.advance(seconds(10));

        assertThat(producer.ids()).containsExactly("p1", "m1");
        assertThat(effects).containsExactly("m1");
    }

    @Test
    void a_producer_that_completes_nothing_has_the_record_completed_for_it() {
        producer.on("m1", delivery -> {});
        Relay relay = sim.start(config().build());
        deliver(relay, sim.emitKeyless("m1"));

        assertThat(store.settlements()).singleElement().isInstanceOf(Settlement.Completed.class);
        assertThat(store.counts()).isEqualTo(NOTHING);
    }

    @Test
    void completion_is_for_those_who_say_so_once_and_while_they_deliver() {
        List<Delivery> kept = new ArrayList<>();
        Script twice = delivery -> {
            kept.add(delivery);
            delivery.complete();
            assertThatThrownBy(delivery::complete).isInstanceOf(IllegalStateException.class);
        };
        producer.on("m1", twice);
        producer.on("p1", delivery -> {
            kept.add(delivery);
            assertThatThrownBy(delivery::complete)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("does not say");
        });
        Relay relay = sim.start(config().build());
        deliver(relay, sim.append(List.of(Sim.message("m1", Sim.NAME, null), Sim.message("p1", PLAIN, null))));

        assertThat(store.counts()).isEqualTo(NOTHING);
        assertThat(kept)
                .hasSize(2)
                .allSatisfy(
                        delivery -> assertThatThrownBy(delivery::complete).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void an_interrupted_handler_is_rolled_back_and_retried() {
        producer.on("m1", delivery -> {
            if (delivery.attempt() == 1) {
                time.sleep(seconds(60));
            }
            commit(delivery);
        });
        Relay relay = sim.start(config().build());
        deliver(relay, sim.emitKeyless("m1"));
        time.advance(seconds(29));
        assertThat(store.settlements()).isEmpty();
        time.advance(seconds(31));

        assertThat(store.settlements()).singleElement().isInstanceOf(Failed.class);
        assertThat(effects).containsExactly("m1");
    }

    @Test
    void a_doubtful_result_that_is_needed_takes_effect() {
        producer.on("m1", delivery -> {
            delivery.complete();
            throw new PermanentFailureException("rolled back");
        });
        Relay relay = sim.start(config().build());
        deliver(relay, sim.emit("key", "m1", "m2"));

        assertThat(store.settlements()).singleElement().isInstanceOf(Dead.class);
        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 1));
        assertThat(effects).containsExactly("m2");
        assertThat(log.lines("OUTBOX-02033")).isEmpty();
    }
}

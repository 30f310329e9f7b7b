package org.outboxee.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.relay.sim.CountingMetrics.Ended;
import org.outboxee.relay.sim.Sim;
import org.outboxee.relay.sim.TestProducer.Call;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.OutboxMetrics.Outcome;

/** What becomes of a record, by what its delivery does. */
class DeliveryTest extends SimTest {

    @Test
    void a_delivery_that_returns_completes_the_record() {
        Relay relay = sim.start(config().build());

        deliver(relay, sim.emit("key", "m1"));

        assertThat(producer.completed()).containsExactly("m1");
        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 0));
        assertThat(sim.metrics().ended()).containsExactly(new Ended("m1", Outcome.DELIVERED, Duration.ZERO));
    }

    @Test
    void the_producer_is_told_everything_about_the_record() {
        List<Delivery> deliveries = new ArrayList<>();
        producer.onOthers(deliveries::add);
        Relay relay = sim.start(config().maxAttempts(5).build());

        deliver(relay, sim.emit("key", "m1"));

        Delivery delivery = deliveries.get(0);
        assertThat(delivery.messageId()).isEqualTo("m1");
        assertThat(delivery.name()).isEqualTo(Sim.NAME);
        assertThat(delivery.binding()).isEqualTo("default");
        assertThat(delivery.key()).contains("key");
        assertThat(delivery.payload()).isEqualTo("payload of m1".getBytes(UTF_8));
        assertThat(delivery.headers()).isEqualTo(Map.of("header", "of m1"));
        assertThat(delivery.header("header")).contains("of m1");
        assertThat(delivery.attempt()).isEqualTo(1);
        assertThat(delivery.maxAttempts()).isEqualTo(5);
        assertThat(delivery.createdAt()).isEqualTo(time.instant());
        assertThat(delivery.partition()).isZero();
        assertThat(delivery.seq()).isPositive();
        assertThat(delivery).asString().contains("m1").doesNotContain("payload");
    }

    @Test
    void a_failure_is_retried_with_growing_waits_until_it_succeeds() {
        producer.on("m1", delivery -> {
            if (delivery.attempt() < 4) {
                throw new IOException("attempt " + delivery.attempt());
            }
        });
        sim.start(config().pollInterval(millis(50)).backoffInitial(seconds(1)).build());
        sim.emit("key", "m1");

        time.advance(Duration.ofMinutes(1));

        List<Call> calls = producer.calls("m1");
        assertThat(calls).extracting(Call::attempt).containsExactly(1, 2, 3, 4);
        assertThat(waits(calls))
                .satisfiesExactly(
                        wait -> assertThat(wait).isBetween(millis(1000), millis(1550)),
                        wait -> assertThat(wait).isBetween(millis(2000), millis(3050)),
                        wait -> assertThat(wait).isBetween(millis(4000), millis(6050)));
        assertThat(store.counts()).isEqualTo(new OutboxCounts(0, 0, 0));
        assertThat(sim.metrics().ended())
                .extracting(Ended::outcome)
                .containsExactly(Outcome.RETRIED, Outcome.RETRIED, Outcome.RETRIED, Outcome.DELIVERED);
    }

    @Test
    void a_record_is_dead_after_its_last_attempt_and_a_replay_delivers_it() {
        producer.on("m1", delivery -> {
            throw new IOException("no route to host");
        });
        sim.start(config().maxAttempts(3).build());
        sim.emit("key", "m1");

        time.advance(Duration.ofMinutes(1));

        assertThat(producer.calls("m1")).hasSize(3);
        DeadLetter dead = onlyDeadLetter();
        assertThat(dead.attempts()).isEqualTo(3);
        assertThat(dead.error()).isEqualTo("java.io.IOException: no route to host");
        assertThat(sim.metrics().ended())
                .extracting(Ended::outcome)
                .containsExactly(Outcome.RETRIED, Outcome.RETRIED, Outcome.DEAD);
        assertThat(log.lines("OUTBOX-02023")).singleElement().asString().contains("m1", "no route to host");

        producer.on("m1", delivery -> {});
        store.replay(dead.id());
        time.advance(seconds(1));

        assertThat(producer.calls("m1")).extracting(Call::attempt).containsExactly(1, 2, 3, 1);
        assertThat(producer.completed()).containsExactly("m1");
    }

    @Test
    void a_permanent_failure_is_dead_at_once() {
        producer.on("m1", delivery -> {
            throw new PermanentFailureException("no such customer");
        });
        Relay relay = sim.start(config().build());

        deliver(relay, sim.emit("key", "m1"));

        assertThat(producer.calls("m1")).hasSize(1);
        assertThat(onlyDeadLetter().attempts()).isEqualTo(1);
        assertThat(onlyDeadLetter().error()).contains("no such customer");
    }

    @Test
    void a_retry_after_sets_the_next_attempt_beyond_the_longest_backoff() {
        producer.on("m1", delivery -> {
            if (delivery.attempt() == 1) {
                throw new RetryAfterException(Duration.ofMinutes(10), "rate limit");
            }
        });
        sim.start(config().backoffMax(seconds(2)).build());
        sim.emit("key", "m1");

        time.advance(Duration.ofMinutes(20));

        List<Call> calls = producer.calls("m1");
        assertThat(calls).extracting(Call::attempt).containsExactly(1, 2);
        assertThat(waits(calls).get(0))
                .isBetween(Duration.ofMinutes(10), Duration.ofMinutes(15).plusSeconds(1));
    }

    @Test
    void a_retry_after_counts_as_an_attempt() {
        producer.on("m1", delivery -> {
            throw new RetryAfterException(Duration.ZERO, "rate limit");
        });
        sim.start(config().maxAttempts(3).build());
        sim.emit("key", "m1");

        time.advance(Duration.ofMinutes(1));

        assertThat(producer.calls("m1")).hasSize(3);
        assertThat(onlyDeadLetter().error()).contains("rate limit");
    }

    @Test
    void a_retry_after_for_ever_does_not_break_the_store() {
        producer.on("m1", delivery -> {
            throw new RetryAfterException(Duration.ofSeconds(Long.MAX_VALUE), "never again");
        });
        Relay relay = sim.start(config().build());

        deliver(relay, sim.emit("key", "m1"));

        assertThat(store.queryPending(0, 1).get(0).availableAt())
                .isAfter(time.instant().plus(3649, ChronoUnit.DAYS));
    }

    @Test
    void errors_are_failures_of_their_record_alone() {
        producer.on("overflow", delivery -> {
            throw new StackOverflowError();
        });
        producer.on("memory", delivery -> {
            throw new OutOfMemoryError("Java heap space");
        });
        producer.on("linkage", delivery -> {
            throw new NoClassDefFoundError("com/shop/Mail");
        });
        Relay relay = sim.start(config().maxAttempts(1).build());

        deliver(relay, sim.emitKeyless("overflow", "memory", "linkage", "fine"));

        assertThat(producer.completed()).containsExactly("fine");
        assertThat(store.deadLetters(10, null).items())
                .extracting(DeadLetter::error)
                .containsExactlyInAnyOrder(
                        "java.lang.StackOverflowError",
                        "java.lang.OutOfMemoryError: Java heap space",
                        "java.lang.NoClassDefFoundError: com/shop/Mail");
        assertThat(relay.isRunning()).isTrue();
    }

    @Test
    void an_exception_that_cannot_describe_itself_is_recorded_by_its_class() {
        producer.on("m1", delivery -> {
            throw new Indescribable();
        });
        Relay relay = sim.start(config().maxAttempts(1).build());

        deliver(relay, sim.emit("key", "m1"));

        assertThat(onlyDeadLetter().error()).isEqualTo(Indescribable.class.getName());
    }

    @Test
    void a_record_that_ended_its_node_too_often_is_dead_without_a_delivery() {
        RelayConfig config = config().maxCrashes(2).build();
        for (int crash = 1; crash <= 3; crash++) {
            var node = time.node();
            producer.on("m1", delivery -> {
                node.crash();
                producer.forgetRunning();
                time.sleep(seconds(1));
            });
            sim.relay(node, config, producer, "node " + crash).start();
            sim.emit("other", "of round " + crash);
            if (crash == 1) {
                sim.emit("key", "m1");
            }
            time.advance(Duration.ofMinutes(10));
        }
        assertThat(producer.calls("m1")).extracting(Call::attempt).containsExactly(1, 1, 1);

        sim.start(config);
        time.advance(Duration.ofMinutes(10));

        assertThat(producer.calls("m1")).hasSize(3);
        assertThat(onlyDeadLetter().attempts()).isZero();
        assertThat(onlyDeadLetter().error()).contains("ended 3 times", "outbox.max-crashes=2");
        assertThat(producer.completed()).contains("of round 1", "of round 2", "of round 3");
    }

    @Test
    void the_time_in_the_handler_is_measured() {
        producer.on("m1", delivery -> time.sleep(seconds(3)));
        Relay relay = sim.start(config().build());

        deliver(relay, sim.emit("key", "m1"));
        time.advance(seconds(3));

        assertThat(sim.metrics().ended())
                .singleElement()
                .satisfies(ended -> assertThat(ended.duration()).isEqualTo(seconds(3)));
    }

    private DeadLetter onlyDeadLetter() {
        List<DeadLetter> dead = store.deadLetters(10, null).items();
        assertThat(dead).hasSize(1);
        return dead.get(0);
    }

    private static List<Duration> waits(List<Call> calls) {
        List<Duration> waits = new ArrayList<>();
        for (int i = 1; i < calls.size(); i++) {
            waits.add(calls.get(i).at().minus(calls.get(i - 1).at()));
        }
        return waits;
    }

    private static final class Indescribable extends RuntimeException {

        @java.io.Serial
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no words");
        }
    }
}

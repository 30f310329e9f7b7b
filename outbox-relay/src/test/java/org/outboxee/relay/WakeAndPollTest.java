package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.sim.Sim;
import org.outboxee.relay.sim.TestProducer.Call;
import org.outboxee.relay.sim.TestStore.ClaimCall;
import org.outboxee.spi.Partitions;

/** How work is found: at once by a wake-up, at the next poll without one. */
class WakeAndPollTest extends SimTest {

    private static final Duration NEVER = Duration.ofHours(1);

    @Override
    Sim open() {
        return Sim.create(4);
    }

    @Test
    void a_wake_up_starts_the_delivery_at_once() {
        Relay relay = sim.start(config().pollInterval(NEVER).build());
        time.advance(seconds(5));

        relay.wake(sim.emit("key", "m1"));
        time.settle();

        assertThat(producer.calls("m1")).extracting(Call::at).containsExactly(seconds(5));
    }

    @Test
    void a_wake_up_claims_from_the_partitions_it_names_only() {
        Relay relay = sim.start(config().pollInterval(NEVER).build());

        Set<Integer> partitions = sim.emit("key", "m1");
        deliver(relay, partitions);

        assertThat(store.claims()).extracting(ClaimCall::partition).containsExactlyElementsOf(partitions);
    }

    @Test
    void a_wake_up_for_partitions_that_do_not_exist_is_ignored() {
        Relay relay = sim.start(config().pollInterval(NEVER).build());

        deliver(relay, Set.of(-1, 4, 1000));

        assertThat(store.claims()).isEmpty();
    }

    @Test
    void the_next_poll_finds_what_a_lost_wake_up_missed() {
        sim.start(config().pollInterval(seconds(1)).build());
        time.advance(millis(2500));

        sim.emit("key", "m1");
        time.advance(seconds(1));

        assertThat(producer.calls("m1")).extracting(Call::at).containsExactly(seconds(3));
    }

    @Test
    void what_was_there_before_the_start_is_found_at_once() {
        sim.emit("key", "m1");

        sim.start(config().pollInterval(NEVER).build());

        assertThat(producer.completed()).containsExactly("m1");
    }

    @Test
    void a_poll_is_one_call_for_all_partitions() {
        sim.start(config().pollInterval(seconds(1)).build());

        time.advance(seconds(10));

        assertThat(store.polls()).hasSize(11).containsOnly(Set.of(0, 1, 2, 3));
        assertThat(store.claims()).isEmpty();
    }

    @Test
    void a_wake_up_during_a_claim_leads_to_another_claim() {
        Relay relay = sim.start(config().pollInterval(NEVER).build());
        store.duringNextClaim(() -> relay.wake(sim.emit("key", "m2")));

        deliver(relay, sim.emit("key", "m1"));

        assertThat(producer.completed()).containsExactly("m1", "m2");
    }

    @Test
    void claims_run_one_at_a_time_however_many_wake_ups_come() {
        store.latency(millis(10));
        Relay relay = sim.start(config().pollInterval(NEVER).build());
        time.advance(seconds(1));

        for (int i = 0; i < 100; i++) {
            relay.wake(sim.emit("key " + i, "m" + i));
            time.advance(millis(1));
        }
        assertThat(sim.runUntilDelivered(Duration.ofMinutes(1))).isTrue();

        assertThat(producer.completed()).hasSize(100);
        assertThat(store.mostClaimsRunning()).isEqualTo(1);
        assertThat(store.mostSettlesRunning()).isEqualTo(1);
    }

    @Test
    void partitions_take_turns() {
        producer.onOthers(delivery -> time.sleep(seconds(1)));
        for (int partition = 0; partition < 4; partition++) {
            for (int i = 0; i < 6; i++) {
                sim.emit(keyOf(partition, i), "m" + partition + "-" + i);
            }
        }
        sim.start(config().batch(2).workers(2).build());

        time.advance(Duration.ofMinutes(1));

        List<Integer> order =
                store.fruitfulClaims().stream().map(ClaimCall::partition).toList();
        for (int i = 0; i + 4 <= order.size(); i += 4) {
            assertThat(new TreeSet<>(order.subList(i, i + 4)))
                    .as("turn in %s", order)
                    .hasSize(4);
        }
        assertThat(producer.completed()).hasSize(24);
    }

    @Test
    void a_retry_is_found_by_the_first_poll_after_it_is_due() {
        producer.on("m1", delivery -> {
            if (delivery.attempt() == 1) {
                throw new IllegalStateException("once");
            }
        });
        sim.emit("key", "m1");
        sim.start(config().pollInterval(seconds(10)).backoffInitial(seconds(1)).build());

        time.advance(seconds(15));

        assertThat(producer.calls("m1")).extracting(Call::at).containsExactly(seconds(0), seconds(10));
    }

    @Test
    void a_claim_that_fails_is_tried_again_at_the_next_poll_and_logged_once_a_minute() {
        Relay relay = sim.start(config().pollInterval(seconds(1)).build());
        store.fail("claim");
        relay.wake(sim.emit("key", "m1"));
        time.advance(seconds(20));
        assertThat(producer.calls()).isEmpty();
        assertThat(log.lines("OUTBOX-02015")).hasSize(1);

        time.advance(Duration.ofMinutes(1));
        assertThat(log.lines("OUTBOX-02015")).hasSize(2).last().asString().contains("more like this");

        store.repair("claim");
        time.advance(seconds(1));
        assertThat(producer.completed()).containsExactly("m1");
    }

    @Test
    void a_store_that_is_down_is_asked_for_one_claim_per_poll_however_many_partitions_have_work() {
        Relay relay = sim.start(config().pollInterval(seconds(1)).build());
        store.fail("claim");
        for (int partition = 0; partition < 4; partition++) {
            sim.emit(keyOf(partition, 0), "m" + partition);
        }

        time.advance(seconds(10));
        assertThat(store.claimAttempts()).isEqualTo(10);

        store.repair("claim");
        time.advance(seconds(1));
        assertThat(producer.completed()).hasSize(4);
        assertThat(relay.isRunning()).isTrue();
    }

    @Test
    void a_poll_that_fails_does_not_keep_wake_ups_from_working() {
        Relay relay = sim.start(config().pollInterval(seconds(1)).build());
        store.fail("partitionsWithWork");
        time.advance(seconds(5));

        deliver(relay, sim.emit("key", "m1"));
        assertThat(producer.completed()).containsExactly("m1");

        sim.emit("key", "m2");
        time.advance(seconds(5));
        store.repair("partitionsWithWork");
        time.advance(seconds(1));
        assertThat(producer.completed()).containsExactly("m1", "m2");
        assertThat(log.lines("OUTBOX-02014")).hasSize(1);
    }

    @Test
    void a_partition_whose_claims_always_fail_does_not_stop_the_others() {
        store.failClaimsFrom(1);
        for (int partition = 0; partition < 4; partition++) {
            sim.emit(keyOf(partition, 0), "m" + partition);
        }
        sim.start(config().pollInterval(seconds(1)).build());

        time.advance(seconds(5));

        assertThat(producer.completed()).containsExactlyInAnyOrder("m0", "m2", "m3");
    }

    /** The {@code n}th key that belongs to a partition. */
    private static String keyOf(int partition, int n) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "key " + i)
                .filter(key -> Partitions.forKey(key, 4) == partition)
                .skip(n)
                .findFirst()
                .orElseThrow();
    }
}

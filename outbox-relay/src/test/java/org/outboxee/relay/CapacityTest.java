package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.TestStore.ClaimCall;

/** G6 and fairness: what is claimed is bounded, and slow lanes idle nobody. */
class CapacityTest extends SimTest {

    @Test
    void two_slow_lanes_with_deep_claimed_tails_do_not_stop_other_work() {
        producer.onOthers(delivery -> {
            if (delivery.key().isPresent()) {
                time.sleepDeafly(seconds(25));
            }
        });
        Relay relay = sim.start(config().batch(16).workers(4).build());
        sim.emit("slow", ids("a", 20));
        deliver(relay, sim.emit("slow, too", ids("b", 20)));
        assertThat(producer.ids()).containsExactlyInAnyOrder("a0", "b0");

        deliver(relay, sim.emitKeyless(ids("quick", 50)));

        assertThat(producer.completed()).hasSize(50).containsExactlyInAnyOrder(ids("quick", 50));
    }

    @Test
    void every_worker_is_used_while_lanes_are_deep_and_slow() {
        producer.onOthers(delivery -> time.sleep(seconds(10)));
        Relay relay = sim.start(config().batch(16).workers(4).build());
        for (int lane = 0; lane < 4; lane++) {
            sim.emit("lane " + lane, ids("m" + lane + "-", 30));
        }

        relay.wake(sim.emitKeyless("woken"));
        time.advance(seconds(1));

        assertThat(producer.calls()).hasSize(4);
        assertThat(producer.mostRunning()).isEqualTo(4);
    }

    @Test
    void no_more_deliveries_run_than_there_are_workers() {
        producer.onOthers(delivery -> time.sleep(millis(10)));
        Relay relay = sim.start(config().workers(3).build());

        relay.wake(sim.emitKeyless(ids("m", 100)));
        time.advance(seconds(1));

        assertThat(producer.completed()).hasSize(100);
        assertThat(producer.mostRunning()).isEqualTo(3);
    }

    @Test
    void the_number_of_claimed_records_is_bounded() {
        int batch = 8;
        int workers = 16;
        AtomicLong most = new AtomicLong();
        producer.onOthers(delivery -> {
            most.accumulateAndGet(store.counts().claimed(), Math::max);
            time.sleep(seconds(1));
            most.accumulateAndGet(store.counts().claimed(), Math::max);
        });
        Relay relay = sim.start(config().batch(batch).workers(workers).build());
        for (int lane = 0; lane < 30; lane++) {
            sim.emit("lane " + lane, ids("m" + lane + "-", 20));
        }

        relay.wake(sim.emitKeyless("woken"));
        assertThat(sim.runUntilDelivered(Duration.ofMinutes(10))).isTrue();

        // Running, waiting, and ended but not stored yet.
        assertThat(most.get()).isBetween(2L * batch, 2L * batch + 2L * workers);
    }

    @Test
    void records_are_prefetched_by_half_batches_rather_than_one_by_one() {
        producer.onOthers(delivery -> time.sleep(millis(10)));
        Relay relay = sim.start(config().batch(16).workers(4).build());

        relay.wake(sim.emitKeyless(ids("m", 160)));
        time.advance(seconds(2));

        assertThat(producer.completed()).hasSize(160);
        assertThat(store.fruitfulClaims()).hasSizeLessThanOrEqualTo(25);
        assertThat(store.claims()).extracting(ClaimCall::limit).allMatch(limit -> limit >= 1 && limit <= 16);
    }

    @Test
    void nothing_is_claimed_while_too_many_results_cannot_be_stored() {
        Relay relay = sim.start(config().batch(4).workers(2).build());
        store.fail("settle");

        relay.wake(sim.emitKeyless(ids("m", 500)));
        time.advance(Duration.ofMinutes(5));
        assertThat(producer.completed()).hasSizeBetween(4 * 4, 4 * 4 + 2 + 2 * 4 + 2);

        store.repair("settle");
        time.advance(seconds(2));
        assertThat(producer.completed()).hasSize(500).doesNotHaveDuplicates();
        assertThat(store.counts().claimed()).isZero();
    }

    @Test
    void a_busy_worker_takes_a_new_task_once_per_poll_interval_so_that_no_task_looks_hung() {
        producer.onOthers(delivery -> time.sleep(millis(100)));
        Node node = time.node();
        RelayConfig config = config().workers(1).pollInterval(seconds(1)).build();
        sim.relay(node, config, producer, "node").start();

        sim.emitKeyless(ids("m", 100));
        time.advance(seconds(12));

        assertThat(producer.completed()).hasSize(100);
        assertThat(node.deliveryTasks()).isBetween(9, 11);
    }

    private static String[] ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toArray(String[]::new);
    }
}

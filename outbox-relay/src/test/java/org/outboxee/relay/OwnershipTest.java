package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.Sim;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;

/** G5: who owns a partition, and what an owner does who is not it any more. */
class OwnershipTest extends SimTest {

    @Override
    Sim open() {
        return Sim.create(4);
    }

    @Test
    void a_node_alone_takes_all_partitions_at_its_start() {
        Relay relay = sim.start(config().build());

        assertThat(relay.ownedPartitions()).containsExactly(0, 1, 2, 3);
        assertThat(relay.isRunning()).isTrue();
        assertThat(sim.leases().takes()).isEqualTo(1);
    }

    @Test
    void a_second_start_does_nothing() {
        Relay relay = sim.start(config().build());

        relay.start();
        time.advance(seconds(5));

        assertThat(sim.leases().takes()).isEqualTo(1);
        assertThat(sim.leases().beats()).hasSize(2);
    }

    @Test
    void nothing_is_owned_before_the_start() {
        Relay relay = sim.relay(time.node(), config().build(), producer, "node");

        relay.wake(sim.emit("key", "m1"));
        time.advance(seconds(5));

        assertThat(relay.ownedPartitions()).isEmpty();
        assertThat(relay.isRunning()).isFalse();
        assertThat(producer.calls()).isEmpty();
    }

    @Test
    void a_take_that_fails_is_tried_again_at_every_poll_and_logged_once_a_minute() {
        sim.leases().fail("takeOver");
        Relay relay = sim.start(config().pollInterval(seconds(1)).build());
        Set<Integer> partitions = sim.emit("key", "m1");
        relay.wake(partitions);
        time.advance(seconds(10));

        assertThat(relay.ownedPartitions()).isEmpty();
        assertThat(sim.leases().takes()).isBetween(11, 13);
        assertThat(log.lines("OUTBOX-02011")).hasSize(1);
        assertThat(store.claims()).isEmpty();

        sim.leases().repair("takeOver");
        time.advance(seconds(1));

        assertThat(relay.ownedPartitions()).hasSize(4);
        assertThat(producer.completed()).containsExactly("m1");

        time.advance(Duration.ofMinutes(2));
        assertThat(log.lines("OUTBOX-02011")).hasSize(1);
    }

    @Test
    void a_partition_taken_by_another_owner_is_lost_at_once_and_its_queued_records_are_released() {
        int lost = partitionOf("key");
        live("another node");
        producer.on("m1", delivery -> time.sleep(seconds(2)));
        Relay relay = sim.start(config().build());
        deliver(relay, sim.emit("key", "m1", "m2", "m3"));

        sim.leases().acquire(List.of(lost), "another node");
        deliver(relay, sim.emit("key", "m4"));

        assertThat(relay.ownedPartitions()).hasSize(3).doesNotContain(lost);
        assertThat(sim.metrics().lost()).containsExactly(lost);
        assertThat(log.lines("OUTBOX-02012")).singleElement().asString().contains("Partition " + lost);
        assertThat(sim.metrics().released()).isEqualTo(2);
        assertThat(store.counts().claimed()).isEqualTo(1);

        time.advance(Duration.ofMinutes(5));

        assertThat(producer.completed()).containsExactly("m1");
        assertThat(store.counts().claimed()).isZero();
        assertThat(store.counts().pending()).isEqualTo(3);
        assertThat(relay.ownedPartitions()).hasSize(3).doesNotContain(lost);
        assertThat(store.claims())
                .filteredOn(claim -> claim.partition() == lost)
                .hasSize(1);
        assertThat(store.polls()).last().isEqualTo(Set.copyOf(relay.ownedPartitions()));
    }

    @Test
    void the_other_partitions_go_on_when_one_is_lost() {
        int lost = partitionOf("key");
        live("another node");
        String other = IntStream.range(0, 100)
                .mapToObj(i -> "other " + i)
                .filter(key -> partitionOf(key) != lost)
                .findFirst()
                .orElseThrow();
        Relay relay = sim.start(config().build());
        sim.leases().acquire(List.of(lost), "another node");

        deliver(relay, sim.emit("key", "m1"));
        deliver(relay, sim.emit(other, "o1"));

        assertThat(producer.completed()).containsExactly("o1");
    }

    @Test
    void a_result_that_comes_after_the_record_was_claimed_by_another_owner_is_ignored_and_counted() {
        RelayConfig config = config().batch(1)
                .workers(1)
                .deliveryTimeout(seconds(1))
                .settleTimeout(seconds(1))
                .build();
        Node first = time.node();
        Relay relay = sim.relay(first, config, producer, "first");
        relay.start();
        time.settle();
        producer.on("m1", delivery -> {
            if (producer.calls("m1").size() == 1) {
                producer.forgetRunning();
                time.sleepDeafly(seconds(5));
            }
        });
        deliver(relay, sim.emitKeyless("m1"));
        first.freeze();

        sim.relay(time.node(), config, producer, "second").start();
        time.advance(seconds(30));
        assertThat(producer.calls("m1")).hasSize(2);
        assertThat(sim.metrics().ignored()).isZero();

        first.thaw();
        time.settle();
        assertThat(sim.metrics().ignored()).isEqualTo(1);
        assertThat(log.lines("OUTBOX-02017")).hasSize(1);
    }

    @Test
    void a_stale_lease_does_not_cost_the_partition_that_was_acquired_anew() {
        PartitionOwnership ownership = new PartitionOwnership();
        PartitionLease held = new PartitionLease(2, "node", 7);
        ownership.add(List.of(held, new PartitionLease(1, "node", 3)));

        assertThat(ownership.forget(new PartitionLease(2, "node", 6))).isFalse();
        assertThat(ownership.owned()).containsExactly(1, 2);

        assertThat(ownership.forget(held)).isTrue();
        assertThat(ownership.owned()).containsExactly(1);
    }

    @Test
    void a_stop_gives_the_partitions_up() {
        Relay relay = sim.start(config().build());

        relay.stop();

        assertThat(sim.leases().released())
                .extracting(PartitionLease::partition)
                .containsExactly(0, 1, 2, 3);
        assertThat(relay.ownedPartitions()).isEmpty();
    }

    @Test
    void a_take_that_ends_after_the_stop_is_given_back() {
        sim.leases().latency(seconds(30));
        Relay relay = sim.start(config().build());

        relay.stop();
        assertThat(sim.leases().released()).isEmpty();
        time.advance(Duration.ofMinutes(1));

        assertThat(relay.ownedPartitions()).isEmpty();
        assertThat(sim.leases().released()).hasSize(4);
    }

    /** Another node, which beats but takes nothing by itself. */
    private void live(String incarnation) {
        NodeInfo other = new NodeInfo(incarnation, seconds(15), seconds(36), false, Optional.of(Map.of()));
        time.node().execute(() -> {
            for (int beat = 1; ; beat++) {
                sim.leases().beat(other, beat);
                time.sleepDeafly(seconds(5));
            }
        });
        time.settle();
    }

    private static int partitionOf(String key) {
        return Partitions.forKey(key, 4);
    }
}

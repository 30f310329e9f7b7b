package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.Sim;
import org.outboxee.spi.Partitions;

/**
 * What a dead node had claimed comes back when none of its deliveries can still run, long before its claims expire
 * (G4). Scenario 16.
 */
class DeadNodesTest extends SimTest {

    private static final int PARTITIONS = 4;

    private static final RelayConfig CONFIG = config().deliveryTimeout(seconds(30))
            .settleTimeout(seconds(5))
            .leaseMargin(seconds(1))
            .nodeLease(seconds(15))
            .build();

    /** What a delivery may take and be settled in, after the node lease. */
    private static final Duration DRAIN = seconds(36);

    /** The node lease, a heartbeat until its last beat was seen, what a delivery may take, and polls. */
    private static final Duration RECOVERY = seconds(15 + 5 + 2).plus(DRAIN);

    private final List<String> delivered = new ArrayList<>();
    private Node deadNode;
    private Relay dead;
    private Relay survivor;

    @Override
    Sim open() {
        return Sim.create(PARTITIONS);
    }

    @BeforeEach
    void startTwo() {
        survivor = start(time.node(), "survivor");
        deadNode = time.node();
        dead = start(deadNode, "dead");
        time.advance(seconds(8));
        producer.onOthers(delivery -> time.sleep(seconds(2)));
    }

    private Relay start(Node node, String incarnation) {
        Relay relay = sim.relay(
                node,
                CONFIG,
                delivery -> {
                    delivered.add(incarnation + " " + delivery.messageId());
                    producer.deliver(delivery);
                },
                incarnation);
        relay.start();
        time.settle();
        return relay;
    }

    private static String keyOf(int partition) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "key " + i)
                .filter(key -> Partitions.forKey(key, PARTITIONS) == partition)
                .findFirst()
                .orElseThrow();
    }

    private void claimAndCrash() {
        deliver(dead, sim.emit(keyOf(dead.ownedPartitions().get(0)), "m1", "m2"));
        assertThat(store.counts().claimed()).isEqualTo(2);
        deadNode.crash();
        producer.forgetRunning();
    }

    @Test
    void with_default_settings_what_a_dead_node_had_claimed_is_delivered_within_a_minute() {
        claimAndCrash();
        Duration crash = time.elapsed();

        time.advance(seconds(15).plus(DRAIN).minusSeconds(5));
        assertThat(delivered).as("the dead node might live and deliver").containsExactly("dead m1");

        assertThat(sim.runUntilDelivered(Duration.ofMinutes(1))).isTrue();
        assertThat(producer.calls("m1").get(1).at()).isLessThan(crash.plus(RECOVERY));
        assertThat(RECOVERY).isLessThan(Duration.ofMinutes(1));
        assertThat(delivered).containsExactly("dead m1", "survivor m1", "survivor m2");
        assertThat(log.lines("OUTBOX-02045")).isNotEmpty();
    }

    @Test
    void a_store_that_fails_meanwhile_is_asked_again() {
        claimAndCrash();
        store.fail("expireClaims");
        time.advance(RECOVERY);
        assertThat(delivered).containsExactly("dead m1");
        assertThat(log.lines("OUTBOX-02011")).isNotEmpty();

        store.repair("expireClaims");
        time.advance(seconds(10));
        assertThat(delivered).containsExactly("dead m1", "survivor m1", "survivor m2");
    }

    @Test
    void a_third_node_ends_the_claims_of_the_first_when_the_one_that_took_its_partitions_dies_too() {
        Relay third = start(time.node(), "third");
        time.advance(seconds(8));
        int partition = dead.ownedPartitions().get(0);
        claimAndCrash();
        time.advance(seconds(25));
        assertThat(delivered).containsExactly("dead m1");
        boolean ofThird = third.ownedPartitions().contains(partition);
        assertThat(ofThird || survivor.ownedPartitions().contains(partition)).isTrue();
        (ofThird ? third : survivor).stop();

        time.advance(RECOVERY.minusSeconds(25));
        String heir = ofThird ? "survivor" : "third";
        assertThat(delivered).containsExactly("dead m1", heir + " m1", heir + " m2");
    }

    @Test
    void a_node_that_was_taken_for_dead_and_is_back_keeps_what_it_runs() {
        producer.on("m1", delivery -> time.sleepDeafly(seconds(80)));
        deliver(dead, sim.emit(keyOf(dead.ownedPartitions().get(0)), "m1", "m2"));
        deadNode.freeze();
        time.advance(seconds(25));
        assertThat(survivor.ownedPartitions()).hasSize(PARTITIONS);

        deadNode.thaw();
        time.advance(seconds(50));
        assertThat(delivered).containsExactly("dead m1");
        assertThat(log.lines("OUTBOX-02045")).isEmpty();

        time.advance(seconds(30));
        assertThat(producer.completed()).containsExactly("m1", "m2");
        assertThat(producer.calls("m1")).hasSize(1);
    }

    @Test
    void a_node_that_is_back_does_not_start_what_it_had_claimed_before() {
        producer.on("m1", delivery -> time.sleep(seconds(producer.calls("m1").size() == 1 ? 10 : 0)));
        producer.on("m2", delivery -> time.sleep(seconds(20)));
        deliver(dead, sim.emit(keyOf(dead.ownedPartitions().get(0)), "m1", "m2"));
        deadNode.freeze();
        producer.forgetRunning();
        assertThat(time.runUntil(() -> delivered.contains("survivor m2"), RECOVERY))
                .isTrue();

        deadNode.thaw();
        assertThat(sim.runUntilDelivered(Duration.ofMinutes(1))).isTrue();
        assertThat(delivered).containsExactly("dead m1", "survivor m1", "survivor m2");
    }

    @Test
    void a_node_that_stops_and_leaves_a_handler_behind_is_no_dead_one_for_as_long_as_a_delivery_may_take() {
        producer.on("m1", delivery -> time.sleepDeafly(seconds(75)));
        deliver(dead, sim.emit(keyOf(dead.ownedPartitions().get(0)), "m1", "m2"));
        Duration start = time.elapsed();
        deadNode.execute(dead::stop);

        time.advance(seconds(74));
        assertThat(delivered).containsExactly("dead m1");
        producer.forgetRunning();
        time.advance(RECOVERY);

        assertThat(producer.completed()).contains("m1", "m2");
        assertThat(time.elapsed()).isGreaterThan(start.plus(RECOVERY));
    }
}

package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.Sim;
import org.outboxee.relay.sim.TestProducer.Call;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.PartitionOwner;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.Producer;

/** Several nodes share the partitions of an outbox, and take over what dead ones owned. */
class NodesTest extends SimTest {

    private static final int PARTITIONS = 7;

    private static final RelayConfig CONFIG = config().deliveryTimeout(seconds(30))
            .settleTimeout(seconds(5))
            .leaseMargin(seconds(1))
            .nodeLease(seconds(15))
            .shutdownTimeout(seconds(30))
            .build();

    private static final Duration INTERVAL = seconds(5);

    /** The messages that the second of two nodes has started. */
    private final List<String> startedBySecond = new ArrayList<>();

    private final Producer seconds = delivery -> {
        startedBySecond.add(delivery.messageId());
        producer.deliver(delivery);
    };

    private Node firstNode;
    private Node secondNode;
    private Relay first;
    private Relay second;

    @Override
    Sim open() {
        return Sim.create(PARTITIONS);
    }

    private Relay start(Node node, String incarnation, Producer itsProducer) {
        Relay relay = sim.relay(node, CONFIG, itsProducer, incarnation);
        relay.start();
        time.settle();
        return relay;
    }

    private void startFirst() {
        firstNode = time.node();
        first = start(firstNode, "first", producer);
    }

    /** Both own their shares when this returns. */
    private void startBoth() {
        startFirst();
        secondNode = time.node();
        second = start(secondNode, "second", seconds);
        time.advance(INTERVAL.plusSeconds(2));
        assertThat(first.ownedPartitions()).hasSize(4);
        assertThat(second.ownedPartitions()).hasSize(3);
    }

    /** A key of a partition that a node owns. */
    private static String keyOf(Relay relay) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "key " + i)
                .filter(key -> relay.ownedPartitions().contains(Partitions.forKey(key, PARTITIONS)))
                .findFirst()
                .orElseThrow();
    }

    private static List<Integer> all(Relay... relays) {
        List<Integer> owned = new ArrayList<>();
        List.of(relays).forEach(relay -> owned.addAll(relay.ownedPartitions()));
        return owned.stream().sorted().toList();
    }

    @Test
    void a_node_that_joins_gets_its_share_within_a_heartbeat_and_a_poll_and_no_more_than_that_moves() {
        startBoth();
        Set<Integer> before = new HashSet<>(second.ownedPartitions());

        Relay third = start(time.node(), "third", producer);
        time.advance(INTERVAL.plusSeconds(2));

        assertThat(List.of(
                        first.ownedPartitions().size(),
                        second.ownedPartitions().size(),
                        third.ownedPartitions().size()))
                .containsExactly(3, 2, 2);
        assertThat(all(first, second, third)).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(before).containsAll(second.ownedPartitions());
        assertThat(sim.metrics().lost()).isEmpty();
    }

    @Test
    void shares_that_are_fair_stay_as_they_are() {
        startBoth();
        int takes = sim.leases().takes();
        int released = sim.leases().released().size();

        time.advance(Duration.ofHours(1));

        assertThat(sim.leases().takes()).isEqualTo(takes);
        assertThat(sim.leases().released()).hasSize(released);
    }

    @Test
    void an_idle_node_beats_and_looks_once_in_each_third_of_its_lease_however_many_partitions_it_owns() {
        startBoth();
        int beats = sim.leases().beats().size();
        int looks = sim.leases().looks();
        int polls = store.polls().size();

        time.advance(Duration.ofMinutes(5));

        assertThat(sim.leases().beats().size() - beats).isEqualTo(2 * 60);
        assertThat(sim.leases().looks() - looks).isEqualTo(2 * 60);
        assertThat(store.polls().size() - polls).isEqualTo(2 * 300);
    }

    /** Scenario 14. */
    @Test
    void a_hand_over_waits_for_what_runs_and_gives_back_what_waits() {
        startFirst();
        producer.onOthers(delivery -> time.sleep(seconds(20)));
        String key = "key "
                + IntStream.range(0, 1000)
                        .filter(i -> Partitions.forKey("key " + i, PARTITIONS) == PARTITIONS - 1)
                        .findFirst()
                        .orElseThrow();
        deliver(first, sim.emit(key, "m1", "m2"));
        second = start(time.node(), "second", producer);

        time.advance(seconds(15));
        assertThat(first.ownedPartitions()).as("it claims no more").doesNotContain(PARTITIONS - 1);
        assertThat(second.ownedPartitions()).as("not yet").doesNotContain(PARTITIONS - 1);
        assertThat(store.counts()).isEqualTo(new OutboxCounts(1, 1, 0));

        time.advance(seconds(7));
        assertThat(second.ownedPartitions()).contains(PARTITIONS - 1);
        time.advance(seconds(30));
        assertThat(producer.completed()).containsExactly("m1", "m2");
        assertThat(producer.calls()).extracting(Call::attempt).containsOnly(1);
    }

    @Test
    void a_handler_that_does_not_return_keeps_its_key_and_not_its_partition() {
        startFirst();
        int last = PARTITIONS - 1;
        List<String> keys = IntStream.range(0, 1000)
                .mapToObj(i -> "key " + i)
                .filter(key -> Partitions.forKey(key, PARTITIONS) == last)
                .limit(2)
                .toList();
        producer.on("m1", delivery -> time.sleepDeafly(seconds(90)));
        deliver(first, sim.emit(keys.get(0), "m1", "m2"));
        second = start(time.node(), "second", producer);
        time.advance(INTERVAL);
        sim.emit(keys.get(1), "o1");

        time.advance(seconds(38));
        assertThat(second.ownedPartitions()).contains(last);
        assertThat(producer.completed()).containsExactly("o1");

        time.advance(seconds(60));
        assertThat(producer.completed()).containsExactly("o1", "m1", "m2");
    }

    /** Scenario 16. */
    @Test
    void what_a_dead_node_owned_is_taken_over_when_its_lease_is_over() {
        startBoth();
        String key = keyOf(second);
        secondNode.crash();
        sim.emit(key, "m1");

        time.advance(seconds(9));
        assertThat(first.ownedPartitions()).hasSize(4);
        assertThat(time.runUntil(() -> first.ownedPartitions().size() == PARTITIONS, seconds(12)))
                .isTrue();
        time.advance(INTERVAL.plusSeconds(1));

        assertThat(producer.completed()).containsExactly("m1");
        assertThat(sim.leases().look().nodes())
                .extracting(node -> node.node().incarnation())
                .containsExactly("first");
        assertThat(log.lines("OUTBOX-02041")).singleElement().asString().contains("second");
    }

    /** Scenario 12. */
    @Test
    void a_node_that_was_frozen_starts_nothing_until_it_has_beaten_and_gets_its_share_again() {
        startBoth();
        String key = keyOf(second);
        producer.on("m1", delivery -> time.sleep(seconds(1)));
        deliver(second, sim.emit(key, "m1", "m2", "m3"));
        secondNode.freeze();
        time.advance(seconds(25));
        assertThat(first.ownedPartitions()).hasSize(PARTITIONS);
        producer.forgetRunning();
        sim.leases().fail("beat");

        secondNode.thaw();
        time.advance(seconds(2));
        assertThat(startedBySecond)
                .as("it has given back what it had not started")
                .containsExactly("m1");

        sim.leases().repair("beat");
        time.advance(seconds(20));
        assertThat(producer.completed()).containsExactly("m1", "m2", "m3");
        assertThat(startedBySecond).containsExactly("m1");
        assertThat(all(first, second)).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(second.ownedPartitions()).hasSizeBetween(3, 4);
    }

    /** Scenario 12. */
    @Test
    void a_node_that_cannot_store_its_heartbeat_claims_and_starts_nothing_before_its_lease_ends() {
        startFirst();
        producer.onOthers(delivery -> time.sleep(seconds(3)));
        Duration beaten = time.elapsed();
        sim.leases().fail("beat");
        first.wake(sim.emit("key", IntStream.range(0, 16).mapToObj(i -> "m" + i).toArray(String[]::new)));

        time.advance(seconds(60));

        assertThat(producer.calls())
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.at()).isLessThan(beaten.plusSeconds(14)));
        assertThat(store.counts().claimed()).isZero();
        assertThat(log.lines("OUTBOX-02036")).hasSize(1);
        int claims = store.claimAttempts();
        time.advance(seconds(60));
        assertThat(store.claimAttempts()).isEqualTo(claims);

        sim.leases().repair("beat");
        assertThat(sim.runUntilDelivered(seconds(60))).isTrue();
        assertThat(log.lines("OUTBOX-02037")).hasSize(1);
        assertThat(sim.metrics().lost()).isEmpty();
    }

    @Test
    void a_store_that_was_away_for_longer_than_the_lease_lets_nobody_seem_dead() {
        startBoth();
        int takes = sim.leases().takes();

        sim.leases().fail(true);
        time.advance(Duration.ofMinutes(5));
        sim.leases().fail(false);
        time.advance(Duration.ofMinutes(1));

        assertThat(sim.leases().takes()).isEqualTo(takes);
        assertThat(all(first, second)).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }

    /** Scenario 17. */
    @Test
    void a_stop_hands_over_what_is_idle_at_once_and_the_rest_when_it_is_done() {
        startBoth();
        producer.on("m1", delivery -> time.sleep(seconds(25)));
        String key = keyOf(second);
        int busy = Partitions.forKey(key, PARTITIONS);
        deliver(second, sim.emit(key, "m1", "m2"));
        Node caller = time.node();
        caller.execute(second::stop);

        time.advance(seconds(7));
        assertThat(first.ownedPartitions()).hasSize(PARTITIONS - 1).doesNotContain(busy);
        time.advance(seconds(17));
        assertThat(first.ownedPartitions())
                .as("the heartbeat goes on while a handler runs")
                .doesNotContain(busy);

        time.advance(seconds(5));
        assertThat(first.ownedPartitions()).hasSize(PARTITIONS);
        assertThat(producer.completed()).containsExactly("m1", "m2");
        assertThat(producer.calls()).hasSize(2);
        assertThat(sim.leases().look().nodes()).hasSize(1);
    }

    @Test
    void a_take_without_an_answer_is_found_by_the_next_look() {
        sim.leases().loseAnswer("takeOver");
        startFirst();
        assertThat(first.ownedPartitions()).isEmpty();

        time.advance(seconds(1));

        assertThat(first.ownedPartitions()).hasSize(PARTITIONS);
        assertThat(sim.leases().takes()).isEqualTo(1);
    }

    @Test
    void a_release_without_an_answer_is_made_again() {
        startFirst();
        sim.leases().loseAnswer("release");
        second = start(time.node(), "second", producer);

        time.advance(seconds(8));

        assertThat(all(first, second)).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(second.ownedPartitions()).hasSize(3);
        assertThat(sim.metrics().lost()).isEmpty();
    }

    @Test
    void a_node_that_was_buried_while_it_lives_comes_back_and_owns_what_the_store_says() {
        startBoth();
        NodeBeat row = sim.leases().look().nodes().get(1);
        sim.leases().bury(row);

        time.advance(seconds(30));

        assertThat(all(first, second)).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(second.ownedPartitions()).hasSizeBetween(3, 4);
        assertThat(sim.leases().look().partitions())
                .extracting(PartitionOwner::owner)
                .containsOnly("first", "second");
    }

    /** Scenario 15. */
    @Test
    void handlers_that_hang_on_every_worker_do_not_cost_the_partitions() {
        startBoth();
        producer.onOthers(delivery -> time.sleepDeafly(Duration.ofMinutes(10)));
        deliver(
                first,
                sim.emitKeyless(IntStream.range(0, 20).mapToObj(i -> "m" + i).toArray(String[]::new)));

        time.advance(Duration.ofMinutes(5));

        assertThat(first.ownedPartitions()).hasSize(4);
        assertThat(second.ownedPartitions()).hasSize(3);
        assertThat(sim.metrics().lost()).isEmpty();
    }

    @Test
    void a_node_whose_own_tasks_get_no_thread_keeps_its_partitions_for_a_while_and_not_for_ever() {
        startBoth();
        firstNode.refuse(true);

        time.advance(seconds(50));
        assertThat(second.ownedPartitions()).hasSize(3);

        time.advance(seconds(40));
        assertThat(second.ownedPartitions()).hasSize(PARTITIONS);
        assertThat(log.lines("OUTBOX-02043")).isNotEmpty();

        firstNode.refuse(false);
        time.advance(seconds(30));
        assertThat(all(first, second)).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(first.ownedPartitions()).hasSizeBetween(3, 4);
    }
}

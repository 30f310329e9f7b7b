package org.outboxee.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.sim.Sim;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.Producer;

/** Nodes that handle different messages, as while a new release is rolled out. */
class DifferentHandlersTest extends SimTest {

    private static final int PARTITIONS = 6;

    private static final RelayConfig CONFIG = config().deliveryTimeout(seconds(30))
            .settleTimeout(seconds(5))
            .leaseMargin(seconds(1))
            .nodeLease(seconds(15))
            .unhandledDelay(Duration.ofMinutes(1))
            .build();

    /** A heartbeat until the other node is seen, one until it sees what it was given, and a few polls. */
    private static final Duration HAND_OVER = seconds(14);

    private final List<String> delivered = new ArrayList<>();

    @Override
    Sim open() {
        return Sim.create(PARTITIONS);
    }

    private Relay start(String incarnation, Map<String, Set<String>> handled) {
        return start(time.node(), incarnation, handled);
    }

    private Relay start(Node node, String incarnation, Map<String, Set<String>> handled) {
        Relay relay = sim.relay(node, CONFIG, new Handlers(incarnation, handled), incarnation);
        relay.start();
        time.settle();
        return relay;
    }

    /** A message for one binding, in a partition. */
    private void emit(String id, String name, String binding, int partition) {
        sim.append(List.of(message(id, name, binding, partition)));
    }

    private static OutboxMessage message(String id, String name, String binding, int partition) {
        return Sim.message(id, name, keyOf(partition), binding);
    }

    private static String keyOf(int partition) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "key " + i)
                .filter(key -> Partitions.forKey(key, PARTITIONS) == partition)
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Set<String>> handling(String... names) {
        return Set.of(names).stream().collect(Collectors.toMap(name -> name, name -> Set.of("x")));
    }

    /** Scenario 2. */
    @Test
    void a_message_that_only_a_newer_node_handles_does_not_wait_for_the_older_one_to_stop() {
        Relay old = start("old", handling("a"));
        start("new", handling("a", "b"));
        time.advance(seconds(8));
        int partition = old.ownedPartitions().get(0);

        emit("b1", "b", "x", partition);
        emit("a1", "a", "x", partition);
        emit("a2", "a", "x", old.ownedPartitions().get(1));
        time.advance(HAND_OVER);

        assertThat(delivered).contains("new b1", "old a2").anyMatch(call -> call.endsWith("a1"));
        assertThat(old.ownedPartitions()).doesNotContain(partition).hasSize(3);
        assertThat(sim.metrics().lost()).isEmpty();
        assertThat(log.lines("OUTBOX-02044"))
                .singleElement()
                .asString()
                .contains("b1", "node new", "partition " + partition);
    }

    @Test
    void a_message_without_a_binding_goes_to_a_node_that_handles_its_name() {
        Relay old = start("old", handling("a"));
        start("new", handling("a", "b"));
        time.advance(seconds(8));

        emit("b1", "b", "*", old.ownedPartitions().get(0));
        time.advance(HAND_OVER);

        assertThat(delivered).containsExactly("new b1");
    }

    @Test
    void a_message_that_no_living_node_handles_waits_where_it_is() {
        Relay one = start("one", handling("a"));
        Relay two = start("two", handling("a"));
        time.advance(seconds(8));
        List<Integer> owned = one.ownedPartitions();

        emit("b1", "b", "x", owned.get(0));
        emit("a1", "a", "x", owned.get(1));
        time.advance(Duration.ofMinutes(10));

        assertThat(delivered).containsExactly("one a1");
        assertThat(one.ownedPartitions()).isEqualTo(owned);
        assertThat(two.ownedPartitions()).hasSize(3);
        assertThat(log.lines("OUTBOX-02019")).isNotEmpty();
    }

    @Test
    void nodes_without_a_handler_in_common_give_each_other_what_they_cannot_deliver() {
        start("shop", handling("a"));
        start("depot", handling("b"));
        time.advance(seconds(8));
        for (int i = 0; i < 60; i++) {
            emit("a" + i, "a", "x", i % PARTITIONS);
            emit("b" + i, "b", "x", i % PARTITIONS);
        }

        assertThat(sim.runUntilDelivered(Duration.ofMinutes(5))).isTrue();

        assertThat(delivered).filteredOn(call -> call.startsWith("shop a")).hasSize(60);
        assertThat(delivered).filteredOn(call -> call.startsWith("depot b")).hasSize(60);
    }

    @Test
    void what_is_claimed_is_delivered_before_the_partition_is_handed_over() {
        Relay old = start("old", handling("a"));
        start("new", handling("a", "b"));
        time.advance(seconds(8));
        int partition = old.ownedPartitions().get(0);
        producer.onOthers(delivery -> time.sleep(seconds(20)));

        sim.append(List.of(Sim.message("a1", "a", keyOf(partition), "x"), message("b1", "b", "x", partition)));
        old.wake(Set.of(partition));
        time.advance(seconds(19));
        assertThat(old.ownedPartitions()).as("it claims no more").doesNotContain(partition);
        assertThat(sim.leases().look().partitions().get(partition).owner()).isEqualTo("old");
        producer.onOthers(delivery -> {});
        time.advance(HAND_OVER);

        assertThat(delivered).containsExactly("old a1", "new b1");
    }

    @Test
    void a_partition_stays_for_a_while_where_it_was_handed_and_shares_become_fair_again() {
        Relay old = start("old", handling("a"));
        Relay fresh = start("new", handling("a", "b"));
        time.advance(seconds(8));
        List<Integer> wanted = old.ownedPartitions();
        wanted.forEach(partition -> emit("b" + partition, "b", "x", partition));

        time.advance(HAND_OVER);
        assertThat(fresh.ownedPartitions()).containsAll(wanted);

        time.advance(Duration.ofMinutes(2));
        assertThat(old.ownedPartitions()).hasSize(3);
        assertThat(fresh.ownedPartitions()).hasSize(3);
        int takes = sim.leases().takes();
        time.advance(Duration.ofMinutes(10));
        assertThat(sim.leases().takes()).as("nothing moves any more").isEqualTo(takes);
    }

    @Test
    void a_hand_over_without_an_answer_is_found_by_the_next_look() {
        Relay old = start("old", handling("a"));
        Relay fresh = start("new", handling("a", "b"));
        time.advance(seconds(8));
        int partition = old.ownedPartitions().get(0);
        sim.leases().loseAnswer("handOver");

        emit("b1", "b", "x", partition);
        time.advance(HAND_OVER);

        assertThat(delivered).containsExactly("new b1");
        assertThat(fresh.ownedPartitions()).contains(partition);
        assertThat(old.ownedPartitions()).doesNotContain(partition);
        assertThat(sim.metrics().lost()).isEmpty();
        assertThat(log.lines("OUTBOX-02011")).hasSize(1);
    }

    @Test
    void a_partition_that_was_to_go_to_a_node_that_dies_goes_to_anybody() {
        Relay old = start("old", handling("a"));
        Node newNode = time.node();
        start(newNode, "new", handling("a", "b"));
        time.advance(seconds(8));
        int partition = old.ownedPartitions().get(0);
        newNode.crash();
        emit("b1", "b", "x", partition);

        time.advance(Duration.ofMinutes(1));
        assertThat(old.ownedPartitions()).hasSize(PARTITIONS);
        emit("a1", "a", "x", (partition + 1) % PARTITIONS);
        time.advance(seconds(2));
        assertThat(delivered).containsExactly("old a1");

        start("newer", handling("a", "b"));
        time.advance(Duration.ofMinutes(2));
        assertThat(delivered).containsExactly("old a1", "newer b1");
    }

    @Test
    void a_node_that_handles_nothing_takes_nothing_while_others_do() {
        Relay emitting = start("emitting", Map.of());
        assertThat(emitting.ownedPartitions()).as("alone").hasSize(PARTITIONS);

        Relay handling = start("handling", handling("a"));
        time.advance(seconds(8));

        assertThat(emitting.ownedPartitions()).isEmpty();
        assertThat(handling.ownedPartitions()).hasSize(PARTITIONS);
        assertThat(log.lines("OUTBOX-02042")).isEmpty();
    }

    @Test
    void nodes_without_a_handler_in_common_warn_once() {
        start("shop", Map.of("mail", Set.of("default"), "bill", Set.of("x")));
        start("shop too", Map.of("mail", Set.of("default", "y")));
        start("depot", Map.of("mail", Set.of("other"), "ship", Set.of("default")));

        time.advance(Duration.ofMinutes(5));

        assertThat(log.lines("OUTBOX-02042"))
                .hasSize(4)
                .allSatisfy(line ->
                        assertThat(line).contains("outbox.name", "mail (other), ship (default)", "mail (default)"));
    }

    /** What one node handles. */
    private final class Handlers implements Producer {

        private final String node;
        private final Map<String, Set<String>> handled;

        Handlers(String node, Map<String, Set<String>> handled) {
            this.node = node;
            this.handled = handled;
        }

        @Override
        public Set<String> bindings(String messageName) {
            return handled.getOrDefault(messageName, Set.of());
        }

        @Override
        public Optional<Map<String, Set<String>>> handled() {
            return Optional.of(handled);
        }

        @Override
        public void deliver(Delivery delivery) throws Exception {
            delivered.add(node + " " + delivery.messageId());
            producer.deliver(delivery);
        }
    }
}

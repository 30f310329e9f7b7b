package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.outboxee.jpa.internal.TestStore.message;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.jpa.testing.DeliveryWitness;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.RelayThreads;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.relay.Relay;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PartitionOwner;

/** Nodes with real relays, threads and a real database share the work. Scenarios 13, 14 and 16. */
class SharedWorkTest {

    private static final Logger LOG = Logger.getLogger(SharedWorkTest.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int KEYS = 32;

    private static final RelayConfig CONFIG = RelayConfig.builder()
            .pollInterval(Duration.ofMillis(100))
            .batch(4)
            .deliveryTimeout(Duration.ofMillis(500))
            .settleTimeout(Duration.ofMillis(500))
            .leaseMargin(Duration.ofMillis(200))
            .nodeLease(Duration.ofSeconds(1))
            .build();

    private final DeliveryWitness witness = new DeliveryWitness();
    private final List<Running> running = new ArrayList<>();
    private final Set<String> emitted = new HashSet<>();
    private TestUnit unit;

    /** A node with what it delivers. */
    private static final class Running {

        final TestStore store;
        final RelayThreads threads = new RelayThreads();
        final DeliveryWitness own = new DeliveryWitness();
        final Relay relay;

        Running(TestUnit unit, String incarnation, RelayConfig config, DeliveryWitness all) {
            store = TestStore.create(unit);
            relay = Relay.builder()
                    .store(store.backend.store())
                    .leases(store.backend.leases())
                    .producer(delivery -> {
                        own.deliver(delivery);
                        all.deliver(delivery);
                    })
                    .executor(threads)
                    .config(config)
                    .partitions(TestStore.PARTITIONS)
                    .owner(incarnation)
                    .build();
            relay.start();
        }

        int owned() {
            return relay.ownedPartitions().size();
        }
    }

    private Running start(String incarnation, RelayConfig config) {
        Running node = new Running(unit, incarnation, config, witness);
        running.add(node);
        return node;
    }

    @AfterEach
    void close() {
        for (Running node : running) {
            node.relay.stop();
            node.threads.close();
            node.store.close();
        }
        unit.close();
    }

    private void emit(Running node, int count) {
        for (int i = 0; i < count; i++) {
            OutboxMessage message = message("m" + emitted.size(), "key " + emitted.size() % KEYS);
            emitted.add(message.id());
            node.store.commit(message);
        }
    }

    private void awaitDelivered(Running node) {
        await().atMost(PATIENCE).until(() -> node.store.backend.store().counts(), new OutboxCounts(0, 0, 0)::equals);
        assertThat(witness.delivered()).isEqualTo(emitted);
        assertThat(witness.overlaps()).isEmpty();
        for (int key = 0; key < KEYS; key++) {
            assertThat(witness.firsts("key " + key))
                    .isEqualTo(IntStream.iterate(key, id -> id < emitted.size(), id -> id + KEYS)
                            .mapToObj(id -> "m" + id)
                            .toList());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void twoNodesShareTheWorkAndOneGoesOnWithAllOfItWhenTheOtherIsKilled(Kind kind) {
        unit = new TestUnit(Provider.HIBERNATE, kind, 20);
        Running one = start("one", CONFIG);
        Running two = start("two", CONFIG);
        await().atMost(PATIENCE).until(() -> one.owned() == 2 && two.owned() == 2);

        emit(one, 200);
        awaitDelivered(one);
        assertThat(one.own.deliveries()).isBetween(1, 199);
        assertThat(two.own.deliveries()).isEqualTo(200 - one.own.deliveries());

        two.threads.close(); // as a process ends that is killed
        long killed = System.nanoTime();
        emit(one, 200);
        await().atMost(PATIENCE).until(() -> one.owned() == TestStore.PARTITIONS);
        LOG.info(kind + ": taken over "
                + Duration.ofNanos(System.nanoTime() - killed).toMillis()
                + " ms after the kill, with outbox.node-lease=" + CONFIG.nodeLease());
        awaitDelivered(one);
        await().atMost(PATIENCE).until(() -> nodes(one), List.of("one")::equals);
        assertThat(one.store.backend.leases().look().partitions())
                .extracting(PartitionOwner::owner)
                .containsOnly("one");
    }

    @Test
    void nodeThatStopsGivesItsPartitionsToTheOtherWithoutWaitingForItsLease() {
        unit = new TestUnit(Provider.HIBERNATE, Kind.POSTGRESQL, 20);
        RelayConfig patient =
                RelayConfig.builder().nodeLease(Duration.ofMinutes(15)).build();
        Running one = start("one", CONFIG);
        await().atMost(PATIENCE).until(() -> one.owned() == TestStore.PARTITIONS);
        Running two = start("two", patient); // it looks once in five minutes at who else is there
        await().atMost(PATIENCE).until(() -> one.owned() == 2 && two.owned() == 2);
        emit(one, 100);

        two.relay.stop();

        await().atMost(PATIENCE).until(() -> one.owned() == TestStore.PARTITIONS);
        awaitDelivered(one);
        assertThat(nodes(one)).containsExactly("one");
    }

    /** What a node costs that has nothing to do: the heartbeat, a look at the others, and its poll. */
    @ParameterizedTest
    @EnumSource
    void idleNodeSaysThreeStatementsInAnIntervalAndOneInAPoll(Provider provider) {
        unit = new TestUnit(provider, Kind.POSTGRESQL, 20);
        Running one = start("one", CONFIG);
        await().atMost(PATIENCE).until(() -> one.owned() == TestStore.PARTITIONS);
        awaitBeats(2);
        unit.database().dataSource().clear();

        awaitBeats(10);

        List<String> said = statements();
        long beats = count(said, "update outbox_node");
        assertThat(count(said, "select .* from outbox_node")).isBetween(beats - 1, beats);
        assertThat(count(said, "select .*claim_version.* from outbox_partition"))
                .isBetween(beats - 1, beats);
        long polls = said.size()
                - beats
                - count(said, "select .* from outbox_node")
                - count(said, "select .*claim_version.* from outbox_partition")
                - count(said, "select set_config");
        assertThat(polls).isEqualTo(count(said, "select .*from outbox_partition.*exists.*"));
    }

    private void awaitBeats(int beats) {
        await().atMost(PATIENCE).until(() -> count(statements(), "update outbox_node") >= beats);
    }

    private List<String> statements() {
        return unit.database().dataSource().statements().stream()
                .map(sql -> sql.toLowerCase(Locale.ROOT).replaceAll("\\s+", " "))
                .toList();
    }

    private static long count(List<String> statements, String pattern) {
        return statements.stream().filter(sql -> sql.matches(pattern + ".*")).count();
    }

    private static List<String> nodes(Running node) {
        return node.store.backend.leases().look().nodes().stream()
                .map(NodeBeat::node)
                .map(info -> info.incarnation())
                .toList();
    }
}

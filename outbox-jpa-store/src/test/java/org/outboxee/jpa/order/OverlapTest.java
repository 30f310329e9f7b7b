package org.outboxee.jpa.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.order.Plan.Ending;
import org.outboxee.jpa.order.Plan.Locking;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.Settlement.Completed;

/** What keeps the order of a key holds no transaction up before it commits. */
class OverlapTest {

    private static final int THREADS = 16;
    private static final int KEYS = 5;

    /** Scenario 26: each key is new when all of them emit to it. */
    @ParameterizedTest
    @EnumSource(value = Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void allTransactionsHaveEmittedToOneKeyAndWrittenBeforeAnyCommits(Kind kind) {
        try (Shop shop = new Shop(kind, 1)) {
            Node node = shop.node(THREADS);
            Business business = new Business(new Ledger(kind, node.pool()), Emission.of(node), () -> {});
            CyclicBarrier allAtWork = new CyclicBarrier(THREADS);
            List<Callable<?>> clients = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int first = thread * KEYS;
                clients.add(() -> {
                    IntStream.range(0, KEYS)
                            .forEach(key -> business.run(writing(first + key, key), () -> Threads.meet(allAtWork)));
                    return "done";
                });
            }
            Threads.runAll(clients);
            assertThat(business.failures()).isEmpty();
            assertThat(business.commits()).hasSize(THREADS * KEYS);
            try (Relay relay = Relay.start(node, 2, new SplittableRandom(1))) {
                relay.finish(THREADS * KEYS);
                assertThat(relay.delivered().values())
                        .hasSize(KEYS)
                        .allSatisfy(ids -> assertThat(ids).hasSize(THREADS));
                assertThat(Reorderings.of(shop, business.commits(), relay.delivered())
                                .total())
                        .isZero();
            }
        }
    }

    /** Emits to a key, with an entry before and one after that. */
    private static Plan writing(long number, int key) {
        return new Plan(number, Locking.NEVER, List.of(key), false, 1, 0, 1, false, Ending.COMMIT);
    }

    /** Scenarios 21 and 25: on a small table some databases lock all of it, if they may. */
    @ParameterizedTest
    @EnumSource(value = Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void relayWorksBesideATransactionThatHasAppendedAndNotCommitted(Kind kind) {
        try (Shop shop = new Shop(kind, 1)) {
            Node node = shop.node(4);
            Business business = new Business(new Ledger(kind, node.pool()), Emission.of(node), () -> {});
            List<Integer> fortyKeys = IntStream.range(0, 40).boxed().toList();
            business.run(emitting(0, fortyKeys));
            List<Throwable> failures = new ArrayList<>();
            List<String> delivered = new ArrayList<>();
            business.run(
                    emitting(1, fortyKeys),
                    () -> afterAppend(() -> Threads.call(() -> {
                        try (Relay relay = Relay.start(node, 1, new SplittableRandom(1))) {
                            relay.finish(40);
                            failures.addAll(relay.failures());
                            relay.delivered().values().forEach(delivered::addAll);
                        }
                        return "done";
                    })));
            assertThat(failures).isEmpty();
            assertThat(delivered).hasSize(40).allMatch(id -> id.startsWith("0-"));
            assertThat(business.commits()).hasSize(2);
        }
    }

    private static Plan emitting(long number, List<Integer> keys) {
        return new Plan(number, Locking.NEVER, keys, false, 0, 0, 0, false, Ending.COMMIT);
    }

    /** The append is the second that is registered. */
    private static void afterAppend(Runnable action) {
        Jta.beforeCompletion(() -> Jta.beforeCompletion(() -> Jta.beforeCompletion(action)));
    }

    /** Scenario 19: with one connection each, neither could go on beside a delivery that held it. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void deliveryHoldsNeitherAConnectionNorALock(Kind kind) {
        int partition = Partitions.forKey("key-0", Shop.PARTITIONS);
        int neighbour = IntStream.iterate(1, key -> key + 1)
                .filter(key -> Partitions.forKey("key-" + key, Shop.PARTITIONS) == partition)
                .findFirst()
                .orElseThrow();
        try (Shop shop = new Shop(kind, 1)) {
            Node node = shop.node(1);
            Business business = new Business(new Ledger(kind, node.pool()), Emission.of(node), () -> {});
            business.run(emitting(0, List.of(0)));
            PartitionLease lease =
                    node.backend().leases().acquire(List.of(partition), "owner").get(0);
            List<ClaimedRecord> inDelivery = claim(node, lease);
            assertThat(ids(inDelivery)).containsExactly("0-0");

            business.run(emitting(1, List.of(0)));
            business.run(emitting(2, List.of(neighbour)));
            assertThat(ids(claim(shop.node(1), lease))).containsExactly("2-0");
            node.backend().store().settle(List.of(new Completed(inDelivery.get(0))));
            assertThat(ids(claim(node, lease))).containsExactly("1-0");
        }
    }

    private static List<ClaimedRecord> claim(Node node, PartitionLease lease) {
        return node.backend().store().claim(lease, 10, Duration.ofMinutes(30)).records();
    }

    private static List<String> ids(List<ClaimedRecord> records) {
        return records.stream().map(record -> record.id().messageId()).toList();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void messageOfATransactionThatGoesOnHoldsUpNoneThatCommitsBefore(Kind kind) {
        try (Shop shop = new Shop(kind, 1)) {
            Node node = shop.node(4);
            Business business = new Business(new Ledger(kind, node.pool()), Emission.of(node), () -> {});
            try (Relay relay = Relay.start(node, 1, new SplittableRandom(1))) {
                business.run(
                        Plan.of(0, Locking.NEVER, 0),
                        () -> Threads.call(() -> {
                            assertThat(business.run(Plan.of(1, Locking.NEVER, 0)))
                                    .isTrue();
                            relay.awaitDelivered(1);
                            return "done";
                        }));
                relay.finish(2);
                assertThat(relay.delivered().get("key-0")).containsExactly("1-0", "0-0");
            }
        }
    }
}

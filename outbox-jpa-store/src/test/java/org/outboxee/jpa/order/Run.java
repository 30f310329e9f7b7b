package org.outboxee.jpa.order;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Random transactions on several threads, while a relay delivers what they emit.
 *
 * @param threads how many transactions run at once
 * @param transactions how many run in all
 * @param keys how many ordering keys there are
 * @param pools whether the relay has a pool of its own
 * @param sessionSql runs on each new connection
 * @param emission how messages get into the table
 * @param change what is different from the random plans
 * @param seed of everything random
 */
record Run(
        int threads,
        int transactions,
        int keys,
        Pools pools,
        String sessionSql,
        BiFunction<Shop, Node, Emission> emission,
        UnaryOperator<Plan> change,
        long seed) {

    /** Which pools there are. The application's has as many connections as it has threads, and no more. */
    enum Pools {
        /** The relay has another one. */
        TWO,
        /** The relay takes its connections from the application's. */
        ONE
    }

    /** How many workers the relay has. */
    static final int WORKERS = 4;

    /**
     * What came of a run.
     *
     * @param business what became of the transactions
     * @param relay what was delivered
     * @param reorderings what the witnesses say to that
     * @param millis how long the transactions took
     * @param deadlocks how many the server has resolved
     */
    record Result(Business business, Relay relay, Reorderings reorderings, long millis, long deadlocks) {

        /** In one line. */
        String figures() {
            return business.commits().size() + " committed, " + business.rollbacks() + " rolled back, "
                    + business.failures().size() + " failed, in " + millis + " ms; "
                    + delivered().size()
                    + " delivered; reorderings " + reorderings.found() + "; " + deadlocks + " deadlocks";
        }

        /** The ids of all messages that were committed, sorted. */
        List<String> committed() {
            return business.commits().stream()
                    .flatMap(commit -> Stream.concat(commit.messages().stream(), commit.keyless().stream()))
                    .sorted()
                    .toList();
        }

        /** The ids of all entries that were committed, ascending. */
        List<Long> entries() {
            return business.commits().stream()
                    .flatMap(commit -> commit.entries().stream())
                    .sorted()
                    .toList();
        }

        /** The ids of all messages that were delivered, sorted. */
        List<String> delivered() {
            return relay.delivered().values().stream()
                    .flatMap(Collection::stream)
                    .sorted()
                    .toList();
        }
    }

    /** The seed of this JVM's runs, which a failure shows: {@code -Doutbox.test.seed=} repeats it. */
    static long newSeed() {
        return Long.getLong("outbox.test.seed", System.nanoTime());
    }

    static Run of(int threads, int transactions) {
        return new Run(
                threads,
                transactions,
                8,
                Pools.TWO,
                "",
                (shop, node) -> Emission.of(node),
                UnaryOperator.identity(),
                newSeed());
    }

    Run with(Pools newPools) {
        return new Run(threads, transactions, keys, newPools, sessionSql, emission, change, seed);
    }

    Run with(String newSessionSql) {
        return new Run(threads, transactions, keys, pools, newSessionSql, emission, change, seed);
    }

    Run with(UnaryOperator<Plan> newChange) {
        return new Run(threads, transactions, keys, pools, sessionSql, emission, newChange, seed);
    }

    Run with(BiFunction<Shop, Node, Emission> newEmission) {
        return new Run(threads, transactions, keys, pools, sessionSql, newEmission, change, seed);
    }

    /** Runs it; every transaction that fails is tried again until it does not. */
    Result on(Shop shop) {
        SplittableRandom random = new SplittableRandom(seed);
        Node node = shop.node(threads, sessionSql);
        Node relayNode = pools == Pools.ONE ? node : shop.node(WORKERS, sessionSql);
        try (Relay relay = Relay.start(relayNode, WORKERS, random.split())) {
            Business business =
                    new Business(new Ledger(shop.kind(), node.pool()), emission.apply(shop, node), relay::wake);
            long begin = System.nanoTime();
            transact(business, random);
            long millis = (System.nanoTime() - begin) / 1_000_000;
            long messages = business.commits().stream()
                    .mapToLong(commit ->
                            commit.messages().size() + commit.keyless().size())
                    .sum();
            relay.finish(messages);
            shop.stopNodes();
            Reorderings reorderings = Reorderings.of(shop, business.commits(), relay.delivered());
            return new Result(business, relay, reorderings, millis, shop.deadlocks());
        }
    }

    private void transact(Business business, SplittableRandom random) {
        AtomicLong next = new AtomicLong();
        List<Callable<?>> clients = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            SplittableRandom own = random.split();
            clients.add(() -> {
                for (long number = next.getAndIncrement(); number < transactions; number = next.getAndIncrement()) {
                    Plan plan = change.apply(Plan.random(number, keys, own));
                    while (!business.run(plan)) {
                        // As an application does that tries again.
                    }
                }
                return "done";
            });
        }
        Threads.runAll(clients);
    }
}

package org.outboxee.jpa.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.order.Plan.Locking;
import org.outboxee.jpa.order.Reorderings.Witness;
import org.outboxee.jpa.order.Run.Pools;
import org.outboxee.jpa.order.Run.Result;
import org.outboxee.jpa.testing.TestDatabase.Kind;

/**
 * The messages of a key are delivered in the order in which their transactions committed, and no transaction fails or
 * waits for ever for that, at each database's default isolation and with no more connections than threads.
 */
class CommitOrderTest {

    private static final Logger LOG = System.getLogger(CommitOrderTest.class.getName());

    private static final int THREADS = 16;

    /** How many transactions make a longer proof, on PostgreSQL: {@code -Doutbox.commit-order.transactions=100000}. */
    private static final @Nullable Integer LONG = Integer.getInteger("outbox.commit-order.transactions");

    private static int transactions(Kind kind) {
        return switch (kind) {
            case POSTGRESQL -> LONG == null ? 600 : LONG;
            case MARIADB, H2 -> 600;
            // One transaction at a time writes.
            case SQLITE -> 200;
        };
    }

    /** Scenarios 21 and 25. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void messagesOfAKeyAreDeliveredInTheOrderOfTheirCommits(Kind kind) {
        Run run = Run.of(THREADS, transactions(kind)).with(plan -> suited(kind, plan));
        try (Shop shop = new Shop(kind, run.keys())) {
            Result result = run.on(shop);
            if (LONG != null) {
                LOG.log(Level.INFO, kind + ": " + result.figures() + "; seed " + run.seed());
            }
            assertFlawless(run, shop, result);
        }
    }

    /** Scenario 21: the relay, and what reserves numbers in the background, wait for the same connections. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void onePoolOfAsManyConnectionsAsThreadsIsEnoughForThemAndTheRelay(Kind kind) {
        Run run = Run.of(THREADS, transactions(kind) / 3).with(Pools.ONE).with(plan -> suited(kind, plan));
        try (Shop shop = new Shop(kind, run.keys())) {
            assertFlawless(run, shop, run.on(shop));
        }
    }

    /** Once is enough to be found out. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void onePlaceThatIsGivenAtTheEmitIsFoundOut(Kind kind) {
        Map<Witness, Integer> once = new EnumMap<>(Witness.class);
        for (Witness witness : Witness.values()) {
            once.put(witness, witness == Witness.EMITS ? 0 : 1);
        }
        if (kind != Kind.POSTGRESQL) {
            once.remove(Witness.COMMIT_TIMESTAMP);
        }
        assertThat(overtaken(kind, NumberedAtEmit::new).found()).isEqualTo(once);
        assertThat(overtaken(kind, (shop, node) -> Emission.of(node)).total()).isZero();
    }

    /** A transaction emits; another one emits and commits; then the first one commits; then both are delivered. */
    private static Reorderings overtaken(Kind kind, BiFunction<Shop, Node, Emission> emission) {
        try (Shop shop = new Shop(kind, 1)) {
            Node node = shop.node(2);
            Business business = new Business(new Ledger(kind, node.pool()), emission.apply(shop, node), () -> {});
            assertThat(business.run(
                            Plan.of(0, Locking.AFTER_EMIT, 0),
                            () -> Threads.call(() -> business.run(Plan.of(1, Locking.AFTER_EMIT, 0)))))
                    .isTrue();
            try (Relay relay = Relay.start(node, 1, new SplittableRandom(1))) {
                relay.finish(2);
                return Reorderings.of(shop, business.commits(), relay.delivered());
            }
        }
    }

    /** The test of the tests above: every witness notices when a message has its place before its commit. */
    @Test
    void placesThatAreGivenAtTheEmitAreFoundOut() {
        Run run = Run.of(THREADS, 400).with(NumberedAtEmit::new).with(Plan::withoutKeyless);
        try (Shop shop = new Shop(Kind.POSTGRESQL, run.keys())) {
            Result result = run.on(shop);
            assertThat(result.delivered()).isEqualTo(result.committed());
            assertThat(result.reorderings().found())
                    .as("seed %s", run.seed())
                    .hasEntrySatisfying(
                            Witness.ACCOUNT_VERSION, found -> assertThat(found).isPositive())
                    .hasEntrySatisfying(
                            Witness.COMMIT_TIMESTAMP, found -> assertThat(found).isPositive())
                    .hasEntrySatisfying(
                            Witness.JVM_CLOCK, found -> assertThat(found).isPositive());
        }
    }

    /** A transaction that has read there may not write any more. */
    private static Plan suited(Kind kind, Plan plan) {
        return kind == Kind.SQLITE ? plan.withoutRead() : plan;
    }

    private static void assertFlawless(Run run, Shop shop, Result result) {
        assertThat(result.business().failures())
                .as("failed transactions, seed %s", run.seed())
                .isEmpty();
        assertThat(result.relay().failures())
                .as("failures of the relay, seed %s", run.seed())
                .isEmpty();
        assertThat(result.deadlocks())
                .as("deadlocks, seed %s: %s", run.seed(), shop.lastDeadlock())
                .isZero();
        assertThat(result.delivered()).as("seed %s", run.seed()).isEqualTo(result.committed());
        assertThat(result.relay().atOnce())
                .as("keys delivered twice at once, seed %s", run.seed())
                .isEmpty();
        assertThat(result.reorderings().total())
                .as("seed %s: %s", run.seed(), result.reorderings())
                .isZero();
        assertThat(shop.query("select message_id from outbox_record")).isEmpty();
        assertThat(shop.entries()).as("seed %s", run.seed()).isEqualTo(result.entries());
    }
}

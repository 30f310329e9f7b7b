package org.outboxee.jpa.order;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.RollbackException;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxee.jpa.order.Plan.Ending;
import org.outboxee.jpa.order.Plan.Locking;
import org.outboxee.jpa.order.Run.Result;
import org.outboxee.jpa.testing.Jta.RolledBackException;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.spi.OutboxStoreException;

/** Where a database fixes what a transaction sees when it begins to read, some commits fail, and say what to do. */
class IsolationTest {

    private static final String POSTGRESQL = "set session characteristics as transaction isolation level ";

    /** Where a transaction cannot write what has changed since it began to read. */
    private enum Level {
        REPEATABLE_READ(Kind.POSTGRESQL, POSTGRESQL + "repeatable read"),
        SERIALIZABLE(Kind.POSTGRESQL, POSTGRESQL + "serializable"),
        SNAPSHOT(Kind.MARIADB, "set innodb_snapshot_isolation = on");

        private final Kind kind;
        private final String sql;

        Level(Kind kind, String sql) {
            this.kind = kind;
            this.sql = sql;
        }
    }

    @ParameterizedTest
    @EnumSource(Level.class)
    void commitAfterAnotherOneOfTheSameKeyFailsAndSaysThatItCanBeTriedAgain(Level level) {
        try (Shop shop = new Shop(level.kind, 1)) {
            Node node = shop.node(4, level.sql);
            Business business = new Business(new Ledger(level.kind, node.pool()), Emission.of(node), () -> {});
            Plan plan = readingThenEmitting(0, List.of(0), false);
            Plan other = readingThenEmitting(1, List.of(0), false);
            assertThat(business.run(plan, () -> Threads.call(() -> business.run(other))))
                    .isFalse();
            assertThat(business.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure)
                            .isInstanceOf(RolledBackException.class)
                            .cause()
                            .isInstanceOf(OutboxStoreException.class)
                            .hasMessageStartingWith("OUTBOX-03016: This transaction conflicts with another one")
                            .hasMessageContaining("Run it again from its beginning")
                            .hasMessageContaining("READ COMMITTED"));
            assertThat(shop.entries()).as("nothing of it is kept").containsExactly(10L, 11L);
            assertThat(business.run(plan)).isTrue();
            assertThat(delivered(node, 2)).containsExactly("1-0", "0-0");
        }
    }

    @ParameterizedTest
    @EnumSource(Level.class)
    void messagesWithoutAKeyLetNoCommitFail(Level level) {
        try (Shop shop = new Shop(level.kind, 1)) {
            Node node = shop.node(4, level.sql);
            Business business = new Business(new Ledger(level.kind, node.pool()), Emission.of(node), () -> {});
            assertThat(business.run(
                            readingThenEmitting(0, List.of(), true),
                            () -> Threads.call(() -> business.run(readingThenEmitting(1, List.of(), true)))))
                    .isTrue();
            assertThat(business.commits()).hasSize(2);
        }
    }

    @Test
    void readCommittedAvoidsItOnMariadb() {
        try (Shop shop = new Shop(Kind.MARIADB, 1)) {
            Node node = shop.node(4, Level.SNAPSHOT.sql + ", tx_isolation = 'READ-COMMITTED'");
            Business business = new Business(new Ledger(Kind.MARIADB, node.pool()), Emission.of(node), () -> {});
            assertThat(business.run(
                            readingThenEmitting(0, List.of(0), false),
                            () -> Threads.call(() -> business.run(readingThenEmitting(1, List.of(0), false)))))
                    .isTrue();
            assertThat(delivered(node, 2)).containsExactly("1-0", "0-0");
        }
    }

    private static Plan readingThenEmitting(long number, List<Integer> keys, boolean keyless) {
        return new Plan(number, Locking.NEVER, keys, keyless, 1, 0, 1, true, Ending.COMMIT);
    }

    private static List<String> delivered(Node node, int messages) {
        try (Relay relay = Relay.start(node, 1, new SplittableRandom(1))) {
            relay.finish(messages);
            return List.copyOf(relay.delivered().get("key-0"));
        }
    }

    /** The store tries its own transactions again; what loses too many times in a row, the relay gets over. */
    @ParameterizedTest
    @ValueSource(strings = {"repeatable read", "serializable"})
    void transactionsThatAreTriedAgainKeepTheOrder(String level) {
        Run run = Run.of(6, 100).with(POSTGRESQL + level);
        try (Shop shop = new Shop(Kind.POSTGRESQL, run.keys())) {
            Result result = run.on(shop);
            assertThat(result.delivered()).as("seed %s", run.seed()).isEqualTo(result.committed());
            assertThat(shop.entries()).as("seed %s", run.seed()).isEqualTo(result.entries());
            assertThat(result.reorderings().total())
                    .as("seed %s: %s", run.seed(), result.reorderings())
                    .isZero();
            assertThat(result.business().failures()).isNotEmpty().allSatisfy(IsolationTest::isSerializationFailure);
            assertThat(result.relay().failures()).allSatisfy(IsolationTest::isSerializationFailure);
        }
    }

    /** What fails at the commit itself, as SERIALIZABLE lets it, is all the transaction manager's. */
    private static void isSerializationFailure(Throwable failure) {
        assertThat(failure)
                .rootCause()
                .satisfiesAnyOf(
                        cause -> assertThat(cause)
                                .isInstanceOfSatisfying(
                                        SQLException.class,
                                        sql -> assertThat(sql.getSQLState()).isEqualTo("40001")),
                        cause -> assertThat(cause)
                                .isInstanceOf(RollbackException.class)
                                .hasMessageContaining("Could not commit"));
    }
}

package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.outboxee.jpa.testing.BreakableDatabase;
import org.outboxee.jpa.testing.BreakingPoint.Moment;
import org.outboxee.jpa.testing.DatabaseServer;
import org.outboxee.jpa.testing.DeliveryWitness.Action;
import org.outboxee.jpa.testing.Jta.RolledBackException;
import org.outboxee.jpa.testing.OutboxLog;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStoreException;

/**
 * Connections break while messages are emitted, claimed, delivered and settled. One relay goes on through all of it:
 * what is committed is delivered, in order and not twice at a time, and nothing else is.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(240)
abstract class BrokenConnectionContract {

    /** From the break to the delivery of everything: a poll later at the latest, and some time to do it. */
    private static final Duration RECOVERY = TestNode.POLL.plusSeconds(30);

    private final Provider provider;
    private final DatabaseServer server;
    private final String name;
    private BreakableDatabase database;
    private TestNode node;
    private OutboxLog log;
    /** Sessions of the database, in this round. */
    private final AtomicInteger killed = new AtomicInteger();

    private int round;
    private Action handler = delivery -> {};
    private int before;
    private Set<String> committedBefore = Set.of();

    BrokenConnectionContract(Provider provider, DatabaseServer server) {
        this.provider = provider;
        this.server = server;
        this.name = "broken_" + provider.name().toLowerCase(Locale.ROOT);
    }

    @BeforeAll
    void startNode() {
        database = new BreakableDatabase(server.createDatabase(name), 10);
        node = TestNode.start(provider, database);
    }

    @AfterAll
    void stopNode() {
        node.close();
        database.close();
        server.dropDatabase(name);
    }

    @BeforeEach
    void captureLog() {
        log = new OutboxLog();
        node.witness.onDelivery(delivery -> {});
        node.witness.completes(false);
        handler = delivery -> {};
    }

    @AfterEach
    void nothingIsLostOrRunsTwiceAtATime() {
        log.close();
        node.awaitIdle();
        assertThat(node.witness.delivered()).isEqualTo(node.committed());
        assertThat(node.witness.overlaps()).isEmpty();
        assertThat(node.relay.ownedPartitions()).hasSize(TestNode.PARTITIONS);
        assertThat(log.lines("OUTBOX-02029")).as("unexpected failures").isEmpty();
    }

    @Test
    void atAnyStatementOfAClaim() {
        assertThat(breakAtEveryStatement("claim")).hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void atAnyStatementOfASettlement() {
        assertThat(breakAtEveryStatement("settle")).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void atAnyStatementThatAsksForWork() {
        assertThat(breakAtEveryStatement("partitionsWithWork")).isNotEmpty();
    }

    @Test
    void beforeTheCommitOfAClaimIsAnswered() {
        loseAnswer("claim");
    }

    @Test
    void beforeTheCommitOfASettlementIsAnswered() {
        loseAnswer("settle");
    }

    @Test
    void atAnyStatementOfAHandlersTransaction() {
        handleInTransactions();
        assertThat(breakAtEveryStatement("handle")).isNotEmpty();
        assertEffectsAreThereOnce();
    }

    @Test
    void atAnyStatementThatCompletesInAHandlersTransaction() {
        handleInTransactions();
        assertThat(breakAtEveryStatement("completeInTransaction")).isNotEmpty();
        assertEffectsAreThereOnce();
    }

    @Test
    void beforeTheCommitOfAHandlersTransactionIsAnswered() {
        handleInTransactions();
        loseAnswer("handle");
        assertEffectsAreThereOnce();
        assertThat(log.lines("OUTBOX-02017")).as("may be delivered twice").isEmpty();
    }

    @Test
    void atRandomTimesWhileManyMessagesAreHandledInTransactions() {
        handleInTransactions();
        emitAndKill();
        assertEffectsAreThereOnce();
    }

    private void handleInTransactions() {
        node.witness.completes(true);
        handler = node::handleInTransaction;
        node.witness.onDelivery(handler);
        before = node.effects().size();
        committedBefore = node.committed();
    }

    private void assertEffectsAreThereOnce() {
        Set<String> emitted = new HashSet<>(node.committed());
        emitted.removeAll(committedBefore);
        List<String> effects = node.effects();
        assertThat(effects.subList(before, effects.size())).containsExactlyInAnyOrderElementsOf(emitted);
    }

    private void loseAnswer(String activity) {
        database.breakingPoint().armAnswer(activity);
        deliverRound();
        assertThat(database.breakingPoint().brokenAt()).isNotEmpty();
    }

    /** Rounds of messages, each with a break at the next statement of an activity, until it has none so late. */
    private Map<String, Moment> breakAtEveryStatement(String activity) {
        Map<String, Moment> broken = new LinkedHashMap<>();
        int before = -1;
        for (int statement = 1; broken.size() > before; statement++) {
            before = broken.size();
            for (Moment moment : Moment.values()) {
                database.breakingPoint().arm(activity, statement, moment);
                deliverRound();
                database.breakingPoint().disarm();
                String at = database.breakingPoint().brokenAt();
                if (!at.isEmpty()) {
                    broken.put(statement + ": " + at, moment);
                }
            }
        }
        return broken;
    }

    /** Three messages of one key, the first of which fails once, and one without a key. */
    private void deliverRound() {
        String key = "key " + ++round;
        Set<String> failing = ConcurrentHashMap.newKeySet();
        failing.add(key + "-1");
        node.witness.onDelivery(delivery -> {
            if (failing.remove(delivery.messageId())) {
                throw new IOException("Not now");
            }
            handler.run(delivery);
        });
        long start = System.nanoTime();
        node.commit(message(key + "-1", key), message(key + "-2", key), message(key + "-3", key), message(key, null));
        node.awaitIdle();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(RECOVERY);
        assertThat(node.witness.firsts(key)).containsExactly(key + "-1", key + "-2", key + "-3");
        assertThat(node.witness.delivered()).contains(key);
    }

    @Test
    void ofTheWholePoolDuringADelivery() {
        node.witness.onDelivery(delivery -> database.sessions().killAll());
        String key = "key " + ++round;
        int before = node.witness.deliveries();
        node.commit(message(key + "-1", key), message(key + "-2", key), message(key, null));
        node.awaitIdle();
        assertThat(node.witness.firsts(key)).containsExactly(key + "-1", key + "-2");
        // The results are kept until the store takes them, so that nothing has to be delivered again.
        assertThat(node.witness.deliveries() - before).isEqualTo(3);
    }

    @Test
    void atAnyStatementOfAnAppendTheCommitFailsAndLeavesNothing() {
        int statement = 1;
        for (boolean broken = true; broken; statement++) {
            broken = false;
            for (Moment moment : Moment.values()) {
                broken |= failToCommit(statement, moment);
            }
        }
        assertThat(statement).isGreaterThan(4);
    }

    private boolean failToCommit(int statement, Moment moment) {
        String key = "key " + ++round;
        OutboxMessage[] messages = {message(key + "-1", key), message(key + "-2", null)};
        database.breakingPoint().arm("append", statement, moment);
        try {
            node.commit(messages);
            assertThat(database.breakingPoint().brokenAt()).isEmpty();
            return false;
        } catch (RuntimeException e) {
            assertThat(database.breakingPoint().brokenAt()).isNotEmpty();
            if (moment == Moment.BEFORE) {
                assertThat(e)
                        .isInstanceOf(RolledBackException.class)
                        .hasCauseInstanceOf(OutboxStoreException.class)
                        .hasMessageContaining("OUTBOX-03002: 2 messages could not be written");
            }
            assertThat(node.committed()).doesNotContain(key + "-1", key + "-2");
            // The pool has replaced the connection.
            node.commit(messages);
            return true;
        } finally {
            database.breakingPoint().disarm();
        }
    }

    @Test
    void atRandomTimesWhileManyMessagesAreEmittedAndDelivered() {
        emitAndKill();
    }

    private void emitAndKill() {
        round++;
        killed.set(0);
        int writers = 4;
        int keys = 8;
        int perKey = 15;
        List<CompletableFuture<Map<String, List<String>>>> writing = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            int writer = i;
            writing.add(CompletableFuture.supplyAsync(
                    () -> write(writer, keys / writers, perKey), task -> new Thread(task).start()));
        }
        CompletableFuture<Void> written = CompletableFuture.allOf(writing.toArray(CompletableFuture[]::new));
        while (!written.isDone()) {
            pause();
            killed.addAndGet(database.sessions().killAll());
        }
        node.awaitIdle();
        Set<String> committed = node.committed();
        for (CompletableFuture<Map<String, List<String>>> writer : writing) {
            writer.join().forEach((key, emitted) -> {
                assertThat(emitted).hasSizeGreaterThanOrEqualTo(perKey);
                assertThat(node.witness.firsts(key))
                        .containsExactlyElementsOf(
                                emitted.stream().filter(committed::contains).toList());
            });
        }
    }

    /** Random, so that breaks fall anywhere; nothing is waited for. */
    @SuppressWarnings("ThreadSleep")
    private static void pause() {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(20, 150));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Commits this many messages of each of some keys, and as many without a key; all attempts, by key, in order. */
    /** Writes so many for each key, on a fast machine more, until enough connections were broken. */
    private Map<String, List<String>> write(int writer, int keys, int perKey) {
        Map<String, List<String>> emitted = new LinkedHashMap<>();
        for (int i = 0; i < perKey || killed.get() <= 10; i++) {
            for (int k = 0; k < keys; k++) {
                String key = name + " round " + round + " writer " + writer + " key " + k;
                boolean committed = false;
                for (int attempt = 0; !committed; attempt++) {
                    String id = round + "-" + writer + "-" + k + "-" + i + "-" + attempt;
                    emitted.computeIfAbsent(key, first -> new ArrayList<>()).add(id);
                    committed = tryToCommit(message(id, key), message(id + "-free", null));
                }
            }
        }
        return emitted;
    }

    private boolean tryToCommit(OutboxMessage... messages) {
        try {
            node.commit(messages);
            return true;
        } catch (RuntimeException e) {
            // Whether it is committed all the same, its answer being lost, the database knows.
            return false;
        }
    }
}

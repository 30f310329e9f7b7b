package org.outboxee.it.cluster;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.Partitions;

/** Two servers on one database: a kill loses and reorders nothing, a rolling redeploy stalls nothing either. */
class TwoServersIT {

    private static final Logger LOG = Logger.getLogger(TwoServersIT.class.getName());
    private static final int PARTITIONS = 32;

    /** So that the test does not wait for what the defaults allow a slow handler. */
    private static final Map<String, String> QUICK = Map.of(
            "outbox.batch", "4",
            "outbox.poll-interval", "PT0.2S",
            "outbox.delivery-timeout", "PT4S",
            "outbox.settle-timeout", "PT1S",
            "outbox.node-lease", "PT5S");

    private static Ledger ledger;
    private static Application application;
    private static WildFly one;
    private static WildFly two;

    @BeforeAll
    static void start() throws Exception {
        Path work = Path.of(System.getProperty("server.work"));
        ledger = new Ledger();
        boolean quick = !System.getProperty("outbox.cluster.settings", "").equals("default");
        application = new Application(Files.createDirectories(work), ledger.url(), quick ? QUICK : Map.of());
        one = new WildFly("server-1", work);
        two = new WildFly("server-2", work);
        for (WildFly server : List.of(one, two)) {
            server.deploy(application.first());
            server.start();
        }
        awaitVersion(one, "1");
        awaitVersion(two, "1");
        awaitShares();
    }

    @AfterAll
    static void stop() throws Exception {
        try {
            one.stop();
        } finally {
            try {
                two.stop();
            } finally {
                ledger.close();
            }
        }
    }

    @Test
    void a_killed_server_loses_nothing_and_the_other_one_finishes_in_order() throws Exception {
        Traffic.during(this::killOneThatDelivers, 1, one, two);
        assertEverythingIsDelivered();

        two.start();
        awaitVersion(two, one.version());
        awaitShares();
        long before = ledger.delivered(two.name(), "changed");
        Traffic.during(() -> until(() -> ledger.delivered(two.name(), "changed") > before), 2, one, two);
        assertEverythingIsDelivered();
    }

    private void killOneThatDelivers() throws Exception {
        for (WildFly server : List.of(one, two)) {
            until(() -> ledger.delivered(server.name(), "changed") >= 50);
        }
        assertThat(two.post("hold")).isTrue();
        until(() -> ledger.inDelivery(two.name()).size() >= 4);

        two.kill();
        long killed = System.nanoTime();
        List<String> held = ledger.killed(two.name());

        until(() -> ledger.undelivered(held, one.name()).size() < held.size());
        long seconds = (System.nanoTime() - killed) / 1_000_000_000;
        LOG.info(seconds + " s after the kill the other server delivered the first message that was held");
        until(() -> ledger.undelivered(held, one.name()).isEmpty());
    }

    @Test
    void a_rolling_redeploy_loses_nothing_and_stalls_nothing() throws Exception {
        Traffic.during(this::replaceOneAfterTheOther, 3, one, two);
        assertEverythingIsDelivered();
    }

    private void replaceOneAfterTheOther() throws Exception {
        two.deploy(application.second());
        awaitVersion(two, "2");
        awaitShares();

        List<Integer> old = ledger.partitionsOfNodesWithout("audited");
        assertThat(old).as("partitions of the first version").hasSize(PARTITIONS / 2);
        long delivered = ledger.delivered(one.name(), "changed");
        // One server's accounts are not the other's: what is emitted where nobody handles it has no place yet among
        // what is emitted where somebody does.
        emitAudits(one, 1000, old);
        emitAudits(two, 2000, old);
        untilAsserted(() -> assertThat(ledger.undelivered("audited")).isEmpty());
        until(() -> ledger.delivered(one.name(), "changed") > delivered);
        assertThat(one.version()).isEqualTo("1");

        one.deploy(application.second());
        awaitVersion(one, "2");
        awaitShares();
    }

    /** Three messages for each of twenty accounts, half of which belong to partitions of the first version. */
    private static void emitAudits(WildFly server, int firstAccount, List<Integer> old) throws InterruptedException {
        for (boolean ofOld : new boolean[] {true, false}) {
            int[] accounts = IntStream.iterate(firstAccount, account -> account + 1)
                    .filter(account -> old.contains(Partitions.forKey("account " + account, PARTITIONS)) == ofOld)
                    .limit(10)
                    .toArray();
            for (int i = 0; i < 3; i++) {
                for (int account : accounts) {
                    assertThat(server.post("change?name=audited&account=" + account))
                            .isTrue();
                }
                assertThat(server.post("change-none?name=audited")).isTrue();
            }
        }
    }

    private static void assertEverythingIsDelivered() {
        untilAsserted(() -> assertThat(ledger.leftInTheOutbox()).isEmpty());
        assertThat(ledger.undelivered("changed")).as("lost").isEmpty();
        assertThat(ledger.undelivered("audited")).as("lost").isEmpty();
        assertThat(ledger.phantom()).as("phantom").isEmpty();
        assertThat(ledger.reordered()).as("reordered").isEmpty();
        assertThat(ledger.overlapping()).as("overlapping").isEmpty();
    }

    private static void awaitVersion(WildFly server, String version) {
        until(() -> server.version().equals(version));
    }

    private static void awaitShares() {
        String half = String.valueOf(PARTITIONS / 2);
        untilAsserted(() -> assertThat(ledger.shares()).containsExactly(half, half));
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(5, MINUTES).until(condition);
    }

    private static void untilAsserted(ThrowingRunnable assertion) {
        await().atMost(5, MINUTES).untilAsserted(assertion);
    }
}

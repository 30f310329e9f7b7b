package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.outboxee.jpa.internal.TestStore.message;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.outboxee.jpa.testing.BreakableDatabase;
import org.outboxee.jpa.testing.OutboxLog;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.RestartablePostgresql;

/** The database server goes away under a relay, and comes back. */
@Timeout(180)
class DatabaseRestartTest {

    /** From the moment when the server answers to the delivery: a poll, and some time to do it. */
    private static final Duration RECOVERY = TestNode.POLL.plusSeconds(30);

    @Test
    void relayGoesOnWhenTheServerIsBack() throws Exception {
        try (RestartablePostgresql server = new RestartablePostgresql();
                BreakableDatabase database = new BreakableDatabase(server.url(), 10);
                OutboxLog log = new OutboxLog();
                TestNode node = TestNode.start(Provider.HIBERNATE, database)) {
            CountDownLatch delivering = new CountDownLatch(1);
            CountDownLatch down = new CountDownLatch(1);
            node.witness.onDelivery(delivery -> {
                delivering.countDown();
                down.await();
            });
            node.commit(message("m1", "key"), message("m2", "key"), message("free", null));
            delivering.await();
            server.stop();
            down.countDown();

            // The results of what runs cannot be stored, and nothing more can be claimed.
            await().atMost(TestNode.PATIENCE)
                    .until(() -> !log.lines("OUTBOX-02014").isEmpty()
                            && !log.lines("OUTBOX-02016").isEmpty());
            assertThatThrownBy(() -> node.commit(message("refused", null))).isInstanceOf(RuntimeException.class);
            assertThat(node.relay.isRunning()).isTrue();

            node.awaitPolls(10);

            server.startAgain();
            long back = System.nanoTime();
            node.awaitIdle();
            assertThat(Duration.ofNanos(System.nanoTime() - back)).isLessThan(RECOVERY);
            node.commit(message("m3", "key"));
            node.awaitIdle();

            assertThat(node.witness.firsts("key")).containsExactly("m1", "m2", "m3");
            assertThat(node.witness.delivered()).isEqualTo(node.committed());
            assertThat(node.witness.overlaps()).isEmpty();
            assertThat(node.witness.deliveries())
                    .as("nothing is delivered again")
                    .isEqualTo(4);
            // What it said when it went, while it was away, and when it came: each is news once.
            assertThat(log.lines("OUTBOX-02014")).hasSizeLessThanOrEqualTo(4);
        }
    }
}

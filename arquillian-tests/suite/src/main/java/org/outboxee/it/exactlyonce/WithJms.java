package org.outboxee.it.exactlyonce;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.Outbox;
import org.outboxee.it.Deployments;
import org.outboxee.it.exactlyonce.jms.Letters;
import org.outboxee.it.support.OutboxTable;
import org.outboxee.it.support.Transactions;

/**
 * What a transactional handler sends by JMS, its row in the database and the completion of its message are there
 * together, or none of them is (G7). For every kind of data source beside the broker.
 */
@ExtendWith(ArquillianExtension.class)
public abstract class WithJms {

    static final String NO_BROKER = "Only the WildFly of the tests has a message broker";

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    OutboxTable table;

    @Inject
    Bench bench;

    @Inject
    Letters letters;

    static WebArchive application(Class<? extends WithJms> test) {
        return Deployments.jpa(
                        test,
                        "outbox.max-attempts=3",
                        "outbox.backoff.initial=PT0.01S",
                        "outbox.backoff.max=PT0.05S",
                        "outbox.poll-interval=PT0.1S")
                .addPackage(Letters.class.getPackage());
    }

    /** Asked by the client, and again in the server. */
    static boolean isWildFly() {
        return System.getProperty("jboss.home.dir", System.getProperty("server.home", ""))
                .contains("wildfly");
    }

    @Test
    void a_letter_and_a_row_are_there_once_with_the_completion() {
        bench.plan("succeeds", attempt -> letters.send("succeeds"));
        String id = emit("succeeds");

        assertBoth(id, "succeeds");
        assertThat(bench.attempts("succeeds")).containsExactly(1);
    }

    @Test
    void a_handler_that_fails_after_sending_leaves_neither_until_its_retry() throws Exception {
        assertNeitherAndBothAfterTheRetry("fails", () -> {
            throw new IllegalStateException("after sending");
        });
    }

    @Test
    void a_transaction_that_is_marked_rollback_only_leaves_neither_until_its_retry() throws Exception {
        assertNeitherAndBothAfterTheRetry("is doomed", bench::doom);
    }

    @Test
    void a_commit_that_the_database_refuses_leaves_neither_until_its_retry() throws Exception {
        assertNeitherAndBothAfterTheRetry("is impossible", bench::leaveAnImpossibleEffect);
    }

    @Test
    void a_commit_that_a_third_resource_refuses_leaves_neither_until_its_retry() throws Exception {
        assertNeitherAndBothAfterTheRetry("is vetoed", Veto::enlist);
    }

    @Test
    void what_another_owner_has_claimed_meanwhile_leaves_neither_until_it_is_given_back() throws Exception {
        Meeting meeting = bench.newMeeting();
        bench.plan("second owner", attempt -> {
            letters.send("second owner");
            meeting.holdFirst();
        });
        String id = emit("second owner");
        meeting.awaitFirst();
        table.change("update outbox_record set claim_token = 'of another owner' where message_id = ?", id);
        meeting.endFirst();

        await().atMost(30, SECONDS).until(meeting::hasRolledBack);
        assertNeither(id, "second owner");

        table.change(Bench.GIVE_BACK, id);
        assertBoth(id, "second owner");
        assertThat(bench.attempts("second owner")).containsExactly(1, 1);
    }

    private void assertNeitherAndBothAfterTheRetry(String task, Runnable failure) throws InterruptedException {
        Meeting retry = bench.newMeeting();
        bench.plan(task, attempt -> {
            if (attempt > 1) {
                retry.holdFirst();
            }
            letters.send(task);
            if (attempt == 1) {
                failure.run();
            }
        });
        String id = emit(task);
        retry.awaitFirst();
        assertNeither(id, task);
        retry.endFirst();

        assertBoth(id, task);
        assertThat(bench.attempts(task)).containsExactly(1, 2);
    }

    private void assertNeither(String messageId, String task) {
        assertThat(letters.count(task)).isZero();
        assertThat(bench.effects(messageId)).isZero();
        assertThat(table.recordsOf(messageId)).isEqualTo(1);
    }

    /** The resources of a transaction commit one after the other, so the letter may come after the completion. */
    private void assertBoth(String messageId, String task) {
        table.awaitNoRecordOf(messageId);
        await().atMost(30, SECONDS).until(() -> letters.count(task) > 0);
        assertThat(letters.count(task)).isEqualTo(1);
        assertThat(bench.effects(messageId)).isEqualTo(1);
    }

    private String emit(String task) {
        return transactions.required(() -> outbox.emit("plain", new Task(task)));
    }
}

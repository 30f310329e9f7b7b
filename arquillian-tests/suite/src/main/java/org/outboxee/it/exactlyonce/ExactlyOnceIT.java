package org.outboxee.it.exactlyonce;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.Outbox;
import org.outboxee.PermanentFailureException;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.it.Deployments;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.OutboxTable;
import org.outboxee.it.support.Transactions;

/** The effects of a transactional handler and the completion of its message are there together, or neither is (G7). */
@ExtendWith(ArquillianExtension.class)
class ExactlyOnceIT {

    @Inject
    Outbox outbox;

    @Inject
    OutboxAdmin admin;

    @Inject
    Transactions transactions;

    @Inject
    OutboxTable table;

    @Inject
    Inbox inbox;

    @Inject
    Bench bench;

    @Deployment
    static WebArchive application() {
        return Deployments.jpa(
                ExactlyOnceIT.class,
                "outbox.max-attempts=3",
                "outbox.backoff.initial=PT0.01S",
                "outbox.backoff.max=PT0.05S",
                "outbox.poll-interval=PT0.1S");
    }

    @Test
    void the_effect_of_a_cdi_bean_commits_with_the_completion() {
        assertDoneAtOnce("plain");
    }

    @Test
    void the_effect_of_a_bean_with_the_transaction_interceptor_commits_with_the_completion() {
        assertDoneAtOnce("required");
    }

    @Test
    void the_effect_of_a_session_bean_commits_with_the_completion() {
        assertDoneAtOnce("session-bean");
    }

    @Test
    void an_effect_of_a_cdi_bean_that_fails_after_it_is_rolled_back() {
        assertRolledBackOnce("plain", "fails", () -> {
            throw new IllegalStateException("after the effect");
        });
    }

    @Test
    void an_effect_of_a_bean_with_the_transaction_interceptor_that_fails_after_it_is_rolled_back() {
        assertRolledBackOnce("required", "fails", () -> {
            throw new IllegalStateException("after the effect");
        });
    }

    @Test
    void an_effect_of_a_session_bean_that_fails_after_it_is_rolled_back() {
        assertRolledBackOnce("session-bean", "fails", () -> {
            throw new IllegalStateException("after the effect");
        });
    }

    @Test
    void a_transaction_that_a_cdi_bean_marks_rollback_only_fails_the_delivery() {
        assertRolledBackOnce("plain", "is doomed", bench::doom);
    }

    @Test
    void a_transaction_that_a_bean_with_the_transaction_interceptor_marks_rollback_only_fails_the_delivery() {
        assertRolledBackOnce("required", "is doomed", bench::doom);
    }

    @Test
    void a_transaction_that_a_session_bean_marks_rollback_only_fails_the_delivery() {
        assertRolledBackOnce("session-bean", "is doomed", bench::doom);
    }

    @Test
    void a_commit_that_a_callback_refuses_rolls_back_the_completion() {
        assertRolledBackOnce("plain", "is refused", bench::refuseCommit);
    }

    @Test
    void a_commit_that_the_database_refuses_rolls_back_the_completion() {
        assertRolledBackOnce("plain", "is impossible", bench::leaveAnImpossibleEffect);
    }

    @Test
    void a_commit_that_never_succeeds_ends_as_a_dead_letter_without_an_effect() {
        bench.plan("impossible", attempt -> bench.leaveAnImpossibleEffect());
        String id = emit("plain", "impossible");

        assertThat(awaitDeadLetter(id).error()).contains("OUTBOX-05057", "handler of plain (default)");
        assertThat(bench.effects(id)).isZero();
    }

    @Test
    void a_permanent_failure_is_a_dead_letter_without_an_effect() {
        bench.plan("permanent", attempt -> {
            throw new PermanentFailureException("no such customer");
        });
        String id = emit("session-bean", "permanent");

        assertThat(awaitDeadLetter(id).attempts()).isEqualTo(1);
        assertThat(bench.effects(id)).isZero();
    }

    @Test
    void a_message_that_is_emitted_goes_out_once_although_it_is_emitted_twice() {
        bench.plan("emits", attempt -> {
            outbox.emit("note", new Note("emitted in attempt " + attempt));
            if (attempt == 1) {
                throw new IllegalStateException("after the emit");
            }
        });
        String id = emit("plain", "emits");

        inbox.next("emitted in attempt 2");
        table.awaitNoRecordOf(id);
        assertThat(bench.effects(id)).isEqualTo(1);
        assertThat(inbox.left("emitted in attempt 1")).isEmpty();
    }

    @Test
    void what_another_owner_has_claimed_meanwhile_is_rolled_back_and_left_to_it() throws Exception {
        Meeting meeting = bench.newMeeting();
        bench.plan("second owner", attempt -> meeting.holdFirst());
        String id = emit("plain", "second owner");
        meeting.awaitFirst();
        table.change("update outbox_record set claim_token = 'of another owner' where message_id = ?", id);
        meeting.endFirst();

        await().atMost(30, SECONDS).until(meeting::hasRolledBack);
        assertThat(bench.effects(id)).isZero();
        assertThat(table.recordsOf(id)).isEqualTo(1);

        table.change(Bench.GIVE_BACK, id);
        table.awaitNoRecordOf(id);
        assertThat(bench.effects(id)).isEqualTo(1);
        assertThat(bench.attempts("second owner")).containsExactly(1, 1);
    }

    @Test
    void what_was_taken_back_when_its_lease_had_expired_is_rolled_back_and_done_once() throws Exception {
        Meeting meeting = bench.newMeeting();
        bench.plan("expired", attempt -> meeting.holdFirst());
        String id = emit("plain", "expired");
        meeting.awaitFirst();
        table.change(Bench.GIVE_BACK, id);
        await().atMost(30, SECONDS).until(() -> table.recordsOf(id) == 0);
        assertThat(bench.effects(id)).isEqualTo(1);
        meeting.endFirst();

        await().atMost(30, SECONDS).until(meeting::hasRolledBack);
        assertThat(bench.effects(id)).isEqualTo(1);
        assertThat(bench.attempts("expired")).containsExactly(1, 1);
    }

    private void assertDoneAtOnce(String handler) {
        String task = handler + " succeeds";
        String id = emit(handler, task);

        table.awaitNoRecordOf(id);
        assertThat(bench.effects(id)).isEqualTo(1);
        assertThat(bench.attempts(task)).containsExactly(1);
    }

    private void assertRolledBackOnce(String handler, String what, Runnable failure) {
        String task = handler + " " + what;
        bench.plan(task, attempt -> {
            if (attempt == 1) {
                failure.run();
            }
        });
        String id = emit(handler, task);

        table.awaitNoRecordOf(id);
        assertThat(bench.effects(id)).isEqualTo(1);
        assertThat(bench.attempts(task)).containsExactly(1, 2);
    }

    private String emit(String handler, String task) {
        return transactions.required(() -> outbox.emit(handler, new Task(task)));
    }

    private DeadLetter awaitDeadLetter(String messageId) {
        await().atMost(30, SECONDS)
                .until(() -> admin.deadLetters(1000, null).items().stream()
                        .anyMatch(dead -> dead.id().messageId().equals(messageId)));
        return admin.deadLetters(1000, null).items().stream()
                .filter(dead -> dead.id().messageId().equals(messageId))
                .findFirst()
                .orElseThrow();
    }
}

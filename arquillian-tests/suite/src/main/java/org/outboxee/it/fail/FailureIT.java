package org.outboxee.it.fail;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.Outbox;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.it.Deployments;
import org.outboxee.it.support.OutboxTable;
import org.outboxee.it.support.Transactions;

/** Nothing is dropped when a handler fails: it is retried, or ends where an operator finds it (G2, G6). */
@ExtendWith(ArquillianExtension.class)
class FailureIT {

    private static final Duration BACKOFF = Duration.ofMillis(100);

    /** Longer than any backoff of this deployment, so that only the exception can have caused it. */
    private static final Duration RATE_LIMIT = Duration.ofMillis(800);

    /** The store's clock counts whole milliseconds, on both ends of a delay. */
    private static final Duration CLOCK_STEP = Duration.ofMillis(2);

    @Inject
    Outbox outbox;

    @Inject
    OutboxAdmin admin;

    @Inject
    Transactions transactions;

    @Inject
    OutboxTable table;

    @Inject
    Workshop workshop;

    @Deployment
    static WebArchive application() {
        return Deployments.jpa(
                FailureIT.class,
                "outbox.max-attempts=4",
                "outbox.backoff.initial=PT0.1S",
                "outbox.backoff.max=PT0.5S",
                "outbox.poll-interval=PT0.1S");
    }

    @Test
    void a_failing_handler_is_retried_with_growing_delays_until_it_succeeds() throws Exception {
        workshop.plan("recovers", attempt -> {
            if (attempt < 4) {
                throw new IllegalStateException("provider down");
            }
        });
        String id = emit("plain", "recovers");

        List<Attempt> attempts = workshop.nextAttempts("recovers", 4);
        assertThat(attempts).extracting(Attempt::number).containsExactly(1, 2, 3, 4);
        assertThat(attempts).extracting(Attempt::messageId).containsOnly(id);
        assertGap(attempts.get(0), attempts.get(1), BACKOFF);
        assertGap(attempts.get(1), attempts.get(2), BACKOFF.multipliedBy(2));
        assertGap(attempts.get(2), attempts.get(3), BACKOFF.multipliedBy(4));
        table.awaitNoRecordOf(id);
    }

    @Test
    void after_the_last_attempt_it_is_a_dead_letter_that_a_replay_delivers() throws Exception {
        workshop.plan("gives up", attempt -> {
            throw new IllegalStateException("provider gone");
        });
        String id = emit("plain", "gives up");
        workshop.nextAttempts("gives up", 4);

        DeadLetter dead = awaitDeadLetter(id);
        assertThat(dead.attempts()).isEqualTo(4);
        assertThat(dead.error()).contains("IllegalStateException").contains("provider gone");
        assertThat(dead.name()).isEqualTo("plain");
        assertThat(admin.counts().dead()).isPositive();

        workshop.plan("gives up", attempt -> {});
        assertThat(admin.replay(dead.id())).isTrue();

        assertThat(workshop.nextAttempts("gives up", 1).get(0).number()).isEqualTo(1);
        table.awaitNoRecordOf(id);
        assertThat(admin.replay(dead.id())).isFalse();
    }

    @Test
    void a_discarded_dead_letter_is_gone() throws Exception {
        workshop.plan("discarded", attempt -> {
            throw new PermanentFailureException("no such customer");
        });
        String id = emit("plain", "discarded");

        assertThat(admin.discard(awaitDeadLetter(id).id(), "the customer was deleted"))
                .isTrue();
        assertThat(table.recordsOf(id)).isZero();
    }

    @Test
    void a_handler_that_names_the_time_of_its_retry_is_not_called_before() throws Exception {
        assertRetriedAfterTheRateLimit("plain");
    }

    @Test
    void the_time_of_a_retry_survives_the_transaction_interceptor() throws Exception {
        assertRetriedAfterTheRateLimit("transactional");
    }

    @Test
    void the_time_of_a_retry_survives_the_ejb_container() throws Exception {
        assertRetriedAfterTheRateLimit("session-bean");
    }

    @Test
    void a_permanent_failure_is_not_retried() throws Exception {
        assertDeadAtTheFirstAttempt("plain");
    }

    @Test
    void a_permanent_failure_survives_the_transaction_interceptor() throws Exception {
        assertDeadAtTheFirstAttempt("transactional");
    }

    @Test
    void a_permanent_failure_survives_the_ejb_container() throws Exception {
        assertDeadAtTheFirstAttempt("session-bean");
    }

    @Test
    void a_checked_exception_is_retried_and_kept_as_what_it_is() throws Exception {
        assertCheckedExceptionIsKept("plain");
    }

    @Test
    void a_checked_exception_through_the_transaction_interceptor_is_kept_as_what_it_is() throws Exception {
        assertCheckedExceptionIsKept("transactional");
    }

    @Test
    void a_checked_exception_of_a_session_bean_is_kept_as_what_it_is() throws Exception {
        assertCheckedExceptionIsKept("session-bean");
    }

    @Test
    void a_failing_message_does_not_hold_up_others() throws Exception {
        workshop.plan("stuck", attempt -> {
            throw new RetryAfterException(Duration.ofHours(1), "not today");
        });
        String stuck = emit("plain", "stuck");
        workshop.nextAttempts("stuck", 1);

        table.awaitNoRecordOf(emit("plain", "goes on"));
        assertThat(table.recordsOf(stuck)).isEqualTo(1);
    }

    private void assertRetriedAfterTheRateLimit(String handler) throws InterruptedException {
        String job = handler + " is limited";
        workshop.plan(job, attempt -> {
            if (attempt == 1) {
                throw new RetryAfterException(RATE_LIMIT, "rate limit");
            }
        });
        String id = emit(handler, job);

        List<Attempt> attempts = workshop.nextAttempts(job, 2);
        assertGap(attempts.get(0), attempts.get(1), RATE_LIMIT);
        table.awaitNoRecordOf(id);
    }

    private void assertDeadAtTheFirstAttempt(String handler) {
        String job = handler + " is refused";
        workshop.plan(job, attempt -> {
            throw new PermanentFailureException("no such address");
        });
        DeadLetter dead = awaitDeadLetter(emit(handler, job));

        assertThat(dead.attempts()).isEqualTo(1);
        assertThat(dead.error()).contains("PermanentFailureException").contains("no such address");
    }

    private void assertCheckedExceptionIsKept(String handler) throws InterruptedException {
        String job = handler + " throws checked";
        workshop.plan(job, attempt -> {
            throw new IOException("disk full");
        });
        String id = emit(handler, job);

        assertThat(workshop.nextAttempts(job, 4)).extracting(Attempt::number).containsExactly(1, 2, 3, 4);
        assertThat(awaitDeadLetter(id).error()).startsWith("java.io.IOException: disk full");
    }

    private String emit(String handler, String job) {
        return transactions.required(() -> outbox.emit(handler, new Job(job)));
    }

    private DeadLetter awaitDeadLetter(String messageId) {
        return await().atMost(30, SECONDS)
                .until(() -> deadLetter(messageId), Optional::isPresent)
                .orElseThrow();
    }

    private Optional<DeadLetter> deadLetter(String messageId) {
        return admin.deadLetters(1000, null).items().stream()
                .filter(dead -> dead.id().messageId().equals(messageId))
                .findFirst();
    }

    private static void assertGap(Attempt before, Attempt after, Duration floor) {
        assertThat(after.since(before)).isGreaterThanOrEqualTo(floor.minus(CLOCK_STEP));
    }
}

package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxee.DeliveryInfo;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.Server;

@EnableWeld
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeliveryFailureTest {

    @WeldSetup
    WeldInitiator weld = Applications.of(
            Configured.with(
                    "outbox.emit.transaction=auto",
                    "outbox.workers=1",
                    "outbox.max-attempts=3",
                    "outbox.backoff.initial=PT0.001S",
                    "outbox.backoff.max=PT0.001S",
                    "outbox.poll-interval=PT0.01S"),
            Attempts.class,
            Failing.class,
            DoomedType.class,
            DoomedByStereotype.class,
            DoomedChild.class);

    @Inject
    Outbox outbox;

    @Inject
    OutboxAdmin admin;

    @Inject
    Attempts attempts;

    @Inject
    @OutboxHandler("doomed")
    Event<String> doomed;

    @BeforeEach
    void forget() {
        attempts.forget();
        admin.deadLetters(100, null).items().forEach(dead -> admin.discard(dead.id(), "end of the test"));
    }

    private DeadLetter deadLetterOf(String name) {
        outbox.emit(name, "x");
        await().until(() -> admin.counts().dead() == 1);
        DeadLetter dead = admin.deadLetters(10, null).items().get(0);
        assertThat(dead.name()).isEqualTo(name);
        return dead;
    }

    @Test
    void an_exception_is_retried_until_the_attempts_are_used_up() {
        DeadLetter dead = deadLetterOf("runtime");
        assertThat(dead.attempts()).isEqualTo(3);
        assertThat(dead.error()).isEqualTo("java.lang.IllegalStateException: runtime");
        assertThat(attempts.of("runtime")).containsExactly(1, 2, 3);
    }

    @Test
    void a_checked_exception_is_reported_as_it_was_thrown() {
        assertThat(deadLetterOf("checked").error()).isEqualTo("java.io.IOException: checked");
    }

    @Test
    void a_checked_exception_through_a_transaction_is_reported_as_it_was_thrown() {
        assertThat(deadLetterOf("checked.transactional").error()).isEqualTo("java.io.IOException: checked");
    }

    @Test
    void a_permanent_failure_is_not_retried() {
        assertThat(deadLetterOf("permanent").error()).endsWith("no such address");
        assertThat(attempts.of("permanent")).containsExactly(1);
    }

    @Test
    void a_permanent_failure_through_a_transaction_is_not_retried() {
        deadLetterOf("permanent.transactional");
        assertThat(attempts.of("permanent.transactional")).containsExactly(1);
    }

    @Test
    void an_error_fails_the_delivery_and_not_the_relay() {
        assertThat(deadLetterOf("error").error()).contains("StackOverflowError");
        assertRelayIsUnharmed();
    }

    @Test
    void a_rate_limit_is_kept() {
        OutboxCounts before = admin.counts();
        outbox.emit("limited", "x");
        await().until(() -> attempts.of("limited").size() == 1);
        await().untilAsserted(() -> assertThat(admin.counts()).isEqualTo(new OutboxCounts(before.pending() + 1, 0, 0)));
        assertRelayIsUnharmed();
        assertThat(attempts.of("limited")).containsExactly(1);
    }

    @Test
    void a_transaction_that_the_handler_left_open_fails_the_delivery_and_is_rolled_back() {
        DeadLetter dead = deadLetterOf("left.open");
        assertThat(dead.error()).contains("OUTBOX-05044", "left.open", "rolled back");
        assertThat(attempts.of("left.open")).containsExactly(1, 2, 3);
        assertRelayIsUnharmed();
        assertThat(attempts.statusAtStart).containsOnly(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void a_transaction_that_the_handler_left_rollback_only_fails_the_delivery() {
        assertThat(deadLetterOf("left.marked").error()).contains("OUTBOX-05044", "marked rollback-only");
        assertRelayIsUnharmed();
    }

    @Test
    void the_handlers_own_exception_is_reported_when_it_also_left_a_transaction() {
        assertThat(deadLetterOf("left.failed").error()).isEqualTo("java.lang.IllegalStateException: in between");
        assertRelayIsUnharmed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"doomed", "doomed.type", "doomed.stereotype", "doomed.inherited"})
    void a_handler_that_returns_with_its_transaction_doomed_has_failed(String name) {
        assertThat(deadLetterOf(name).error()).contains("OUTBOX-05053", "#doomed", "can only roll back");
        assertRelayIsUnharmed();
    }

    @Test
    void an_event_that_is_fired_in_a_doomed_transaction_is_not_a_delivery() throws Exception {
        Server.USER_TRANSACTION.begin();
        doomed.fire("x");
        assertThat(Server.USER_TRANSACTION.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        Server.USER_TRANSACTION.rollback();
    }

    @Test
    void what_a_failed_handler_emitted_in_its_transaction_is_gone() {
        OutboxCounts before = admin.counts();
        deadLetterOf("emitting");
        assertThat(admin.counts()).isEqualTo(new OutboxCounts(before.pending(), 0, 1));
        assertThat(attempts.of("fine")).isEmpty();
    }

    private void assertRelayIsUnharmed() {
        outbox.emit("fine", "x");
        await().until(() -> !attempts.of("fine").isEmpty());
    }

    @Singleton
    static class Attempts {
        private final Map<String, List<Integer>> byName = new ConcurrentHashMap<>();
        final List<Integer> statusAtStart = new CopyOnWriteArrayList<>();

        void add(DeliveryInfo info) {
            statusAtStart.add(Server.REGISTRY.getTransactionStatus());
            byName.computeIfAbsent(info.name(), name -> new CopyOnWriteArrayList<>())
                    .add(info.attempt());
        }

        void forget() {
            byName.clear();
            statusAtStart.clear();
        }

        List<Integer> of(String name) {
            return byName.getOrDefault(name, List.of());
        }
    }

    @ApplicationScoped
    static class Failing {
        @Inject
        Attempts attempts;

        @Inject
        Outbox outbox;

        void fine(@Observes @OutboxHandler("fine") String payload, DeliveryInfo info) {
            attempts.add(info);
        }

        void runtime(@Observes @OutboxHandler("runtime") String payload, DeliveryInfo info) {
            attempts.add(info);
            throw new IllegalStateException("runtime");
        }

        void checked(@Observes @OutboxHandler("checked") String payload) throws IOException {
            throw new IOException("checked");
        }

        @Transactional
        void checkedTransactional(@Observes @OutboxHandler("checked.transactional") String payload) throws IOException {
            throw new IOException("checked");
        }

        void permanent(@Observes @OutboxHandler("permanent") String payload, DeliveryInfo info) {
            attempts.add(info);
            throw new PermanentFailureException("no such address");
        }

        @Transactional
        void permanentTransactional(
                @Observes @OutboxHandler("permanent.transactional") String payload, DeliveryInfo info) {
            attempts.add(info);
            throw new PermanentFailureException("no such address");
        }

        void error(@Observes @OutboxHandler("error") String payload) {
            throw new StackOverflowError();
        }

        void limited(@Observes @OutboxHandler("limited") String payload, DeliveryInfo info) {
            attempts.add(info);
            throw new RetryAfterException(Duration.ofHours(1), "rate limit");
        }

        void leftOpen(@Observes @OutboxHandler("left.open") String payload, DeliveryInfo info) throws Exception {
            attempts.add(info);
            Server.USER_TRANSACTION.begin();
        }

        void leftMarked(@Observes @OutboxHandler("left.marked") String payload) throws Exception {
            Server.USER_TRANSACTION.begin();
            Server.USER_TRANSACTION.setRollbackOnly();
        }

        void leftFailed(@Observes @OutboxHandler("left.failed") String payload) throws Exception {
            Server.USER_TRANSACTION.begin();
            throw new IllegalStateException("in between");
        }

        @Transactional
        void doomed(@Observes @OutboxHandler("doomed") String payload) throws Exception {
            Server.REGISTRY.setRollbackOnly();
        }

        @Transactional
        void emitting(@Observes @OutboxHandler("emitting") String payload) {
            outbox.emit("fine", "from a failed handler");
            throw new PermanentFailureException("after the emit");
        }
    }

    @Transactional
    @ApplicationScoped
    static class DoomedType {
        void doomed(@Observes @OutboxHandler("doomed.type") String payload) throws Exception {
            Server.REGISTRY.setRollbackOnly();
        }
    }

    @Stereotype
    @Transactional
    @ApplicationScoped
    @Retention(RetentionPolicy.RUNTIME)
    @interface Service {}

    @Service
    static class DoomedByStereotype {
        void doomed(@Observes @OutboxHandler("doomed.stereotype") String payload) throws Exception {
            Server.REGISTRY.setRollbackOnly();
        }
    }

    abstract static class DoomedParent {
        @Transactional
        void doomed(@Observes @OutboxHandler("doomed.inherited") String payload) throws Exception {
            Server.REGISTRY.setRollbackOnly();
        }
    }

    @ApplicationScoped
    static class DoomedChild extends DoomedParent {}
}

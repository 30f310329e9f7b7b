package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.jta.transaction.Transaction;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.jspecify.annotations.Nullable;
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
import org.outboxee.cdi.testing.TestResource;
import org.outboxee.memory.MemoryBackend;
import org.outboxee.spi.Appender;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;

/** What a transactional handler does and the completion of its message take effect together, or neither does (G7). */
@EnableWeld
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionalHandlerTest {

    @WeldSetup
    WeldInitiator weld = WeldInitiator.of(
            Applications.withoutStore(Store.class, Attempts.class, Handlers.class, Required.class, PerDelivery.class)
                    .addExtension(Configured.with(
                            "outbox.emit.transaction=auto",
                            "outbox.workers=1",
                            "outbox.max-attempts=3",
                            "outbox.delivery-timeout=PT7S",
                            "outbox.settle-timeout=PT1S",
                            "outbox.backoff.initial=PT0.001S",
                            "outbox.backoff.max=PT0.001S",
                            "outbox.poll-interval=PT0.01S")));

    @Inject
    Outbox outbox;

    @Inject
    OutboxAdmin admin;

    @Inject
    Attempts attempts;

    @Inject
    Store store;

    @Inject
    @Any
    Event<String> events;

    @BeforeEach
    void forget() {
        await().until(() -> admin.counts().claimed() == 0);
        attempts.seen.clear();
        attempts.resource.forget();
        admin.deadLetters(100, null).items().forEach(dead -> admin.discard(dead.id(), "end of the test"));
    }

    private void delivered(String name) {
        outbox.emit(name, name);
        await().until(() -> admin.counts().equals(new OutboxCounts(0, 0, 0)));
    }

    private DeadLetter deadLetterOf(String name) {
        outbox.emit(name, name);
        await().until(() -> admin.counts().equals(new OutboxCounts(0, 0, 1)));
        return admin.deadLetters(10, null).items().get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "required", "mandatory", "supports", "type"})
    void the_handler_runs_in_the_transaction_that_completes_its_message(String name) {
        delivered(name);
        assertThat(attempts.seen).containsExactly(name + " 1");
        assertThat(attempts.resource.committed()).containsExactly(name);
        assertThat(attempts.resource.rolledBack()).isEmpty();
        assertThat(store.completedInTransactions).contains(name);
    }

    @Test
    void what_it_emits_commits_with_it() {
        delivered("emitting");
        assertThat(attempts.seen).containsExactly("emitting 1", "plain 1");
        assertThat(attempts.resource.committed()).containsExactly("emitting", "plain");
    }

    @Test
    void what_it_did_before_it_failed_is_rolled_back_and_it_is_tried_again() {
        delivered("failing.once");
        assertThat(attempts.seen).containsExactly("failing.once 1", "failing.once 2");
        assertThat(attempts.resource.rolledBack()).containsExactly("failing.once");
        assertThat(attempts.resource.committed()).containsExactly("failing.once");
    }

    @Test
    void an_exception_that_does_not_roll_a_transaction_back_elsewhere_does_here() {
        assertThat(deadLetterOf("checked").error()).isEqualTo("java.io.IOException: checked");
        assertThat(attempts.resource.committed()).isEmpty();
        assertThat(attempts.resource.rolledBack()).hasSize(3);
    }

    @Test
    void what_it_emits_is_gone_if_it_fails() {
        DeadLetter dead = deadLetterOf("emitting.permanent");
        assertThat(dead.attempts()).isEqualTo(1);
        assertThat(attempts.seen).containsExactly("emitting.permanent 1");
        assertThat(attempts.resource.committed()).isEmpty();
    }

    @Test
    void a_rate_limit_is_kept_and_the_effects_are_rolled_back() {
        outbox.emit("limited", "limited");
        await().until(() -> admin.counts().equals(new OutboxCounts(1, 0, 0)));
        await().until(() -> attempts.resource.rolledBack().equals(List.of("limited")));
        attempts.limited = false;
        store.shift = Duration.ofHours(3);
        await().until(() -> admin.counts().equals(new OutboxCounts(0, 0, 0)));
        assertThat(attempts.resource.committed()).containsExactly("limited");
    }

    @Test
    void a_transaction_that_it_marks_rollback_only_fails_the_delivery() {
        DeadLetter dead = deadLetterOf("doomed");
        assertThat(dead.error()).contains("OUTBOX-05056", "handler of doomed (default)", "can only roll back");
        assertThat(dead.attempts()).isEqualTo(3);
        assertThat(attempts.resource.committed()).isEmpty();
        assertThat(attempts.resource.rolledBack()).hasSize(3);
    }

    @Test
    void a_commit_that_another_resource_refuses_rolls_back_the_completion_too() {
        delivered("refused.once");
        assertThat(attempts.seen).containsExactly("refused.once 1", "refused.once 2");
        assertThat(attempts.resource.committed()).containsExactly("refused.once");
    }

    @Test
    void a_commit_that_fails_every_time_is_a_dead_letter_that_says_so() {
        DeadLetter dead = deadLetterOf("refused");
        assertThat(dead.error()).contains("OUTBOX-05057", "handler of refused (default)", "rolled back");
        assertThat(attempts.resource.committed()).isEmpty();
    }

    @Test
    void a_message_that_another_node_has_taken_rolls_back_what_the_handler_did() {
        store.losesNextClaim = true;
        outbox.emit("plain", "plain");
        await().until(() -> attempts.resource.rolledBack().equals(List.of("plain")));
        assertThat(attempts.resource.committed()).isEmpty();
        assertThat(admin.counts()).isEqualTo(new OutboxCounts(0, 0, 0));
    }

    @Test
    void a_handler_that_ends_the_transaction_itself_has_failed() {
        DeadLetter dead = deadLetterOf("ending");
        assertThat(dead.error()).contains("OUTBOX-05055", "handler of ending (default)");
        forget();
        delivered("plain");
    }

    @Test
    void the_transaction_ends_when_the_claim_may_end_and_the_next_one_has_the_usual_timeout() {
        delivered("plain");
        assertThat(attempts.remainingMillis).isBetween(1L, 8_000L);
        delivered("own.transaction");
        assertThat(attempts.remainingMillis).isGreaterThan(8_000L);
    }

    @Test
    void a_request_lasts_until_the_transaction_has_ended() {
        delivered("plain");
        assertThat(attempts.statusAtEndOfRequest.get()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    /** An application that fires the event itself is not asked for the member. */
    @Test
    void it_is_looked_up_by_name_and_binding_only() {
        assertThat(OutboxHandler.Literal.of("not.in.transaction").transactional())
                .isFalse();
        events.select(OutboxHandler.Literal.of("not.in.transaction")).fire("fired");
        assertThat(attempts.seen).containsExactly("fired");
    }

    @Singleton
    static class Attempts {
        final List<String> seen = new CopyOnWriteArrayList<>();
        final TestResource resource = new TestResource();
        final AtomicReference<@Nullable Integer> statusAtEndOfRequest = new AtomicReference<>();
        volatile boolean limited = true;
        volatile long remainingMillis;

        void add(DeliveryInfo info) {
            seen.add(info.name() + " " + info.attempt());
            measure();
            resource.add(info.name());
        }

        void measure() {
            try {
                remainingMillis = ((Transaction) Server.TRANSACTIONS.getTransaction()).getRemainingTimeoutMills();
            } catch (SystemException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @RequestScoped
    static class PerDelivery {
        @Inject
        Attempts attempts;

        void touch() {
            // Now there is one.
        }

        @PreDestroy
        void end() {
            attempts.statusAtEndOfRequest.set(Server.REGISTRY.getTransactionStatus());
        }
    }

    @ApplicationScoped
    static class Handlers {
        @Inject
        Attempts attempts;

        @Inject
        Outbox outbox;

        @Inject
        PerDelivery request;

        void plain(@Observes @OutboxHandler(value = "plain", transactional = true) String payload, DeliveryInfo info) {
            request.touch();
            attempts.add(info);
        }

        @Transactional
        void required(
                @Observes @OutboxHandler(value = "required", transactional = true) String payload, DeliveryInfo info) {
            attempts.add(info);
        }

        @Transactional(TxType.MANDATORY)
        void mandatory(
                @Observes @OutboxHandler(value = "mandatory", transactional = true) String payload, DeliveryInfo info) {
            attempts.add(info);
        }

        @Transactional(TxType.SUPPORTS)
        void supports(
                @Observes @OutboxHandler(value = "supports", transactional = true) String payload, DeliveryInfo info) {
            attempts.add(info);
        }

        void emitting(
                @Observes @OutboxHandler(value = "emitting", transactional = true) String payload, DeliveryInfo info) {
            outbox.emit("plain", "plain");
            attempts.add(info);
        }

        void emittingPermanent(
                @Observes @OutboxHandler(value = "emitting.permanent", transactional = true) String payload,
                DeliveryInfo info) {
            outbox.emit("plain", "plain");
            attempts.add(info);
            throw new PermanentFailureException("after the emit");
        }

        void failingOnce(
                @Observes @OutboxHandler(value = "failing.once", transactional = true) String payload,
                DeliveryInfo info) {
            attempts.add(info);
            if (info.attempt() == 1) {
                throw new IllegalStateException("once");
            }
        }

        @Transactional(dontRollbackOn = IOException.class)
        void checked(
                @Observes @OutboxHandler(value = "checked", transactional = true) String payload, DeliveryInfo info)
                throws IOException {
            attempts.add(info);
            throw new IOException("checked");
        }

        void limited(
                @Observes @OutboxHandler(value = "limited", transactional = true) String payload, DeliveryInfo info) {
            attempts.add(info);
            if (attempts.limited) {
                throw new RetryAfterException(Duration.ofHours(1), "rate limit");
            }
        }

        void doomed(
                @Observes @OutboxHandler(value = "doomed", transactional = true) String payload, DeliveryInfo info) {
            attempts.add(info);
            Server.REGISTRY.setRollbackOnly();
        }

        void refusedOnce(
                @Observes @OutboxHandler(value = "refused.once", transactional = true) String payload,
                DeliveryInfo info) {
            attempts.add(info);
            if (info.attempt() == 1) {
                attempts.resource.refuse("another");
            }
        }

        void refused(
                @Observes @OutboxHandler(value = "refused", transactional = true) String payload, DeliveryInfo info) {
            attempts.add(info);
            attempts.resource.refuse("another");
        }

        void ending(@Observes @OutboxHandler(value = "ending", transactional = true) String payload) throws Exception {
            Server.USER_TRANSACTION.commit();
        }

        void ownTransaction(@Observes @OutboxHandler("own.transaction") String payload) throws Exception {
            Server.USER_TRANSACTION.begin();
            attempts.measure();
            Server.USER_TRANSACTION.commit();
        }

        void notInTransaction(
                @Observes @OutboxHandler(value = "not.in.transaction", transactional = true) String payload) {
            attempts.seen.add(payload);
        }
    }

    @Transactional
    @ApplicationScoped
    static class Required {
        @Inject
        Attempts attempts;

        void type(@Observes @OutboxHandler(value = "type", transactional = true) String payload, DeliveryInfo info) {
            attempts.add(info);
        }
    }

    /** The memory store, with a clock that a test moves, and claims that it loses. */
    @Singleton
    static class Store implements StoreProvider {
        final List<String> completedInTransactions = new CopyOnWriteArrayList<>();
        volatile Duration shift = Duration.ZERO;
        volatile boolean losesNextClaim;

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public OutboxBackend open(StoreContext context) {
            MemoryBackend memory =
                    new MemoryBackend(context, () -> Instant.now().plus(shift));
            OutboxStore store = (OutboxStore) Proxy.newProxyInstance(
                    Store.class.getClassLoader(), new Class<?>[] {OutboxStore.class}, (self, method, arguments) -> {
                        if (method.getName().equals("completeInTransaction")) {
                            completing(memory.store(), (ClaimedRecord) arguments[0]);
                        }
                        try {
                            return method.invoke(memory.store(), arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
            return new OutboxBackend() {
                @Override
                public Appender appender() {
                    return memory.appender();
                }

                @Override
                public OutboxStore store() {
                    return store;
                }

                @Override
                public PartitionLeases leases() {
                    return memory.leases();
                }

                @Override
                public void close() {
                    memory.close();
                }
            };
        }

        private void completing(OutboxStore memory, ClaimedRecord record) {
            if (losesNextClaim) {
                losesNextClaim = false;
                memory.settle(List.of(new Settlement.Completed(record)));
                throw new ClaimLostException(record);
            }
            completedInTransactions.add(record.name());
        }
    }
}

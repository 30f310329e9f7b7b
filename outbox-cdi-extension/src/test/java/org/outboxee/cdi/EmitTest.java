package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.outboxee.cdi.testing.Server.REGISTRY;
import static org.outboxee.cdi.testing.Server.TRANSACTIONS;
import static org.outboxee.cdi.testing.Server.USER_TRANSACTION;

import jakarta.inject.Inject;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.outboxee.DuplicateMessageException;
import org.outboxee.NoTransactionException;
import org.outboxee.Outbox;
import org.outboxee.RollbackOnlyException;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.RecordingStore;
import org.outboxee.cdi.testing.Server;

@EnableWeld
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmitTest {

    @WeldSetup
    WeldInitiator weld = WeldInitiator.of(Applications.withoutStore(RecordingStore.class));

    @Inject
    Outbox outbox;

    @Inject
    RecordingStore store;

    @BeforeEach
    void forget() {
        store.forget();
    }

    @AfterEach
    void leaves_no_transaction_behind() throws Exception {
        boolean left = TRANSACTIONS.getTransaction() != null;
        if (left) {
            TRANSACTIONS.rollback();
        }
        assertThat(left).isFalse();
    }

    @Test
    void nothing_is_appended_before_the_commit_and_everything_in_one_batch_at_it() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        outbox.emit("b", "2");
        assertThat(store.events).isEmpty();
        USER_TRANSACTION.commit();
        assertThat(store.events).containsExactly("append a b", "committed");
    }

    @Test
    void a_rollback_appends_nothing() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        USER_TRANSACTION.rollback();
        assertThat(store.events).isEmpty();
    }

    @Test
    void a_commit_of_a_transaction_that_was_marked_rollback_only_meanwhile_appends_nothing() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        USER_TRANSACTION.setRollbackOnly();
        assertThatThrownBy(USER_TRANSACTION::commit).isInstanceOf(RollbackException.class);
        assertThat(store.events).isEmpty();
    }

    @Test
    void a_callback_that_dooms_the_transaction_is_not_hidden_by_a_failure_of_ours() throws Exception {
        for (int emits = 1; emits <= 2; emits++) {
            boolean again = emits == 2;
            USER_TRANSACTION.begin();
            Runnable doom = () -> {
                if (again) {
                    outbox.emit("b", "2"); // so that the append would be registered again
                }
                REGISTRY.setRollbackOnly();
            };
            beforeCompletion(again ? () -> {} : doom);
            outbox.emit("a", "1");
            beforeCompletion(again ? doom : () -> {});
            assertThatThrownBy(USER_TRANSACTION::commit)
                    .isInstanceOf(RollbackException.class)
                    .hasRootCauseMessage("setRollbackOnly called from:");
        }
        assertThat(store.events).isEmpty();
    }

    @Test
    void a_rollback_after_the_append_is_reported_to_the_store() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        // registered by a callback, so it runs after ours
        beforeCompletion(() -> beforeCompletion(() -> beforeCompletion(REGISTRY::setRollbackOnly)));
        assertThatThrownBy(USER_TRANSACTION::commit).isInstanceOf(RollbackException.class);
        assertThat(store.events).containsExactly("append a", "rolled back");
    }

    @Test
    void a_failing_append_fails_the_commit_with_its_cause() throws Exception {
        store.failure = new DuplicateMessageException("OUTBOX-00000", "taken");
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        Throwable thrown = catchThrowable(USER_TRANSACTION::commit);
        assertThat(thrown).isInstanceOf(RollbackException.class).hasRootCause(store.failure);
        assertThat(store.events).containsExactly("append a");
    }

    @Test
    void the_append_runs_after_callbacks_that_were_registered_after_the_emit() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        beforeCompletion(() -> store.events.add("flush"));
        USER_TRANSACTION.commit();
        assertThat(store.events).containsExactly("flush", "append a", "committed");
    }

    @Test
    void emits_in_rounds_of_callbacks_end_in_one_append_after_the_last_of_them() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        beforeCompletion(() -> {
            outbox.emit("b", "2");
            beforeCompletion(() -> {
                outbox.emit("c", "3");
                beforeCompletion(() -> store.events.add("last callback"));
            });
        });
        USER_TRANSACTION.commit();
        assertThat(store.events).containsExactly("last callback", "append a b c", "committed");
    }

    /** Scenario 29. */
    @Test
    void the_first_emit_of_a_transaction_may_be_made_in_a_callback() throws Exception {
        USER_TRANSACTION.begin();
        beforeCompletion(() -> outbox.emit("a", "1"));
        USER_TRANSACTION.commit();
        assertThat(store.events).containsExactly("append a", "committed");
    }

    @Test
    void an_ordinary_synchronization_may_emit() throws Exception {
        USER_TRANSACTION.begin();
        TRANSACTIONS.getTransaction().registerSynchronization(before(() -> outbox.emit("a", "1")));
        USER_TRANSACTION.commit();
        assertThat(store.events).containsExactly("append a", "committed");
    }

    /** Scenario 29. */
    @Test
    void an_emit_in_a_callback_that_runs_after_the_append_is_appended_too() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        beforeCompletion(() -> beforeCompletion(() -> beforeCompletion(() -> {
            outbox.emit("b", "2");
            outbox.emit("c", "3");
        })));
        USER_TRANSACTION.commit();
        assertThat(store.events).containsExactly("append a", "append b c", "committed", "committed");
    }

    @Test
    void a_suspended_transaction_keeps_its_own_messages() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("outer", "1");
        Transaction outer = TRANSACTIONS.suspend();
        USER_TRANSACTION.begin();
        outbox.emit("inner", "2");
        USER_TRANSACTION.commit();
        TRANSACTIONS.resume(outer);
        USER_TRANSACTION.rollback();
        assertThat(store.events).containsExactly("append inner", "committed");
    }

    @Test
    void an_emit_outside_a_transaction_is_refused_and_says_the_ways_out() {
        assertThatThrownBy(() -> outbox.emit("a", "1"))
                .isInstanceOf(NoTransactionException.class)
                .hasMessageContainingAll("OUTBOX-01001", "Message a", "@Transactional", "outbox.emit.transaction=auto");
        assertThat(store.events).isEmpty();
    }

    @Test
    void an_emit_after_the_completion_of_its_transaction_is_refused() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        USER_TRANSACTION.begin();
        REGISTRY.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // of no interest here
            }

            @Override
            public void afterCompletion(int status) {
                thrown.set(catchThrowable(() -> outbox.emit("a", "1")));
            }
        });
        USER_TRANSACTION.commit();
        assertThat(thrown.get()).isInstanceOf(NoTransactionException.class);
        assertThat(store.events).isEmpty();
    }

    @Test
    void an_emit_in_a_transaction_that_is_marked_rollback_only_fails_at_once() throws Exception {
        USER_TRANSACTION.begin();
        USER_TRANSACTION.setRollbackOnly();
        assertThatThrownBy(() -> outbox.emit("a", "1"))
                .isInstanceOf(RollbackOnlyException.class)
                .hasMessageContainingAll("OUTBOX-01002", "Message a");
        USER_TRANSACTION.rollback();
    }

    @Test
    void an_emit_in_a_transaction_that_another_thread_has_rolled_back_fails_at_once() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        Transaction transaction = TRANSACTIONS.getTransaction();
        Thread timeout = new Thread(
                () -> assertThat(catchThrowable(transaction::rollback)).isNull());
        timeout.start();
        timeout.join();
        assertThatThrownBy(() -> outbox.emit("a", "1")).isInstanceOf(RollbackOnlyException.class);
        TRANSACTIONS.suspend();
        assertThat(store.events).isEmpty();
    }

    @Test
    void the_transaction_stays_usable_after_a_refused_message() throws Exception {
        USER_TRANSACTION.begin();
        assertThatThrownBy(() -> outbox.emit(" ", "1")).hasMessageContaining("OUTBOX-01006");
        assertThatThrownBy(() -> outbox.emit("a", null)).isInstanceOf(NullPointerException.class);
        outbox.emit("b", "2");
        USER_TRANSACTION.commit();
        assertThat(store.events).containsExactly("append b", "committed");
    }

    @Test
    void transactions_of_many_threads_do_not_mix() throws Exception {
        List<Thread> threads = java.util.stream.IntStream.range(0, 8)
                .mapToObj(number -> new Thread(() -> {
                    for (int i = 0; i < 50; i++) {
                        int round = i;
                        assertThat(catchThrowable(() -> {
                                    USER_TRANSACTION.begin();
                                    outbox.emit("t" + number, round);
                                    outbox.emit("t" + number, round);
                                    if (round % 2 == 0) {
                                        USER_TRANSACTION.commit();
                                    } else {
                                        USER_TRANSACTION.rollback();
                                    }
                                }))
                                .isNull();
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(store.events.stream().filter("committed"::equals)).hasSize(8 * 25);
        for (int number = 0; number < 8; number++) {
            String append = "append t" + number + " t" + number;
            assertThat(store.events.stream().filter(append::equals)).hasSize(25);
        }
    }

    private static void beforeCompletion(Runnable work) {
        Server.REGISTRY.registerInterposedSynchronization(before(work));
    }

    private static Synchronization before(Runnable work) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                work.run();
            }

            @Override
            public void afterCompletion(int status) {
                // of no interest here
            }
        };
    }
}

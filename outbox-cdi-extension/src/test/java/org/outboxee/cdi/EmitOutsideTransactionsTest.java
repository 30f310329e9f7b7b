package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.outboxee.cdi.testing.Server.REGISTRY;
import static org.outboxee.cdi.testing.Server.USER_TRANSACTION;

import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.outboxee.DuplicateMessageException;
import org.outboxee.InvalidMessageException;
import org.outboxee.Outbox;
import org.outboxee.RollbackOnlyException;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.RecordingStore;

/** With {@code outbox.emit.transaction=auto}. */
@EnableWeld
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmitOutsideTransactionsTest {

    @WeldSetup
    WeldInitiator weld = WeldInitiator.of(Applications.withoutStore(RecordingStore.class)
            .addExtension(Configured.with("outbox.emit.transaction=auto")));

    @Inject
    Outbox outbox;

    @Inject
    RecordingStore store;

    @BeforeEach
    void forget() {
        store.forget();
    }

    @Test
    void an_emit_outside_a_transaction_commits_in_one_of_its_own() throws Exception {
        String id = outbox.emit("a", "1");
        assertThat(store.events).containsExactly("append a", "committed");
        assertThat(store.appended.get(0).id()).isEqualTo(id);
        assertThat(USER_TRANSACTION.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    /** Scenario 27. */
    @Test
    void an_emit_inside_a_transaction_still_belongs_to_it() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1");
        assertThat(store.events).isEmpty();
        USER_TRANSACTION.rollback();
        assertThat(store.events).isEmpty();
    }

    @Test
    void a_transaction_that_can_only_roll_back_still_refuses() throws Exception {
        USER_TRANSACTION.begin();
        USER_TRANSACTION.setRollbackOnly();
        assertThatThrownBy(() -> outbox.emit("a", "1")).isInstanceOf(RollbackOnlyException.class);
        USER_TRANSACTION.rollback();
    }

    @Test
    void a_refused_message_is_reported_as_in_a_transaction() throws Exception {
        assertThatThrownBy(() -> outbox.emit(" ", "1")).isExactlyInstanceOf(InvalidMessageException.class);
        assertThat(USER_TRANSACTION.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void what_keeps_the_message_from_being_written_is_thrown_itself() {
        store.failure = new DuplicateMessageException("OUTBOX-00000", "taken");
        assertThat(catchThrowable(() -> outbox.emit("a", "1"))).isSameAs(store.failure);
    }

    @Test
    void another_failure_of_the_commit_is_named() {
        store.failure = new IllegalStateException("disk full");
        assertThatThrownBy(() -> outbox.emit("a", "1"))
                .hasMessageStartingWith("OUTBOX-05046")
                .hasRootCauseMessage("disk full");
    }

    @Test
    void an_emit_after_the_completion_of_a_transaction_gets_its_own() throws Exception {
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
        assertThat(thrown.get()).isNull();
        assertThat(store.events).containsExactly("append a", "committed");
    }
}

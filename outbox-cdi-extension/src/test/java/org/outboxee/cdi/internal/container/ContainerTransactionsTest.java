package org.outboxee.cdi.internal.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.outboxee.cdi.testing.Server.REGISTRY;
import static org.outboxee.cdi.testing.Server.USER_TRANSACTION;

import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.outboxee.OutboxException;
import org.outboxee.cdi.testing.Applications;

@EnableWeld
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContainerTransactionsTest {

    @WeldSetup
    WeldInitiator weld = Applications.of();

    @Inject
    NewTransaction newTransaction;

    private final List<Integer> outcomes = new ArrayList<>();
    private ContainerTransactions transactions;

    @BeforeEach
    void create() {
        transactions = new ContainerTransactions(newTransaction, REGISTRY);
        outcomes.clear();
    }

    @AfterEach
    void leaves_no_transaction_behind() {
        assertThat(REGISTRY.getTransactionStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    private Object watched() {
        REGISTRY.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // of no interest here
            }

            @Override
            public void afterCompletion(int status) {
                outcomes.add(status);
            }
        });
        return REGISTRY.getTransactionKey();
    }

    @Test
    void work_runs_in_a_transaction_that_commits_and_its_result_is_returned() {
        assertThat(transactions.requireNew(() -> {
                    assertThat(watched()).isNotNull();
                    return "result";
                }))
                .isEqualTo("result");
        assertThat(outcomes).containsExactly(Status.STATUS_COMMITTED);
    }

    @Test
    void the_callers_transaction_is_suspended_and_untouched() throws Exception {
        USER_TRANSACTION.begin();
        Object outer = REGISTRY.getTransactionKey();
        Object inner = transactions.requireNew(this::watched);
        assertThat(inner).isNotEqualTo(outer);
        assertThatThrownBy(() -> transactions.requireNew(() -> {
                    throw new IllegalStateException("inner");
                }))
                .hasMessage("inner");
        assertThat(REGISTRY.getTransactionKey()).isEqualTo(outer);
        assertThat(USER_TRANSACTION.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        USER_TRANSACTION.commit();
    }

    @Test
    void a_runtime_exception_rolls_back_and_comes_out_unchanged() {
        RuntimeException thrown = new OutboxException("OUTBOX-00000", "work failed");
        assertThat(catchThrowable(() -> transactions.requireNew(() -> {
                    watched();
                    throw thrown;
                })))
                .isSameAs(thrown);
        assertThat(outcomes).containsExactly(Status.STATUS_ROLLEDBACK);
    }

    /** Scenario 27. */
    @Test
    void a_transaction_that_was_marked_rollback_only_does_not_pass_for_committed() {
        assertThatThrownBy(() -> transactions.requireNew(() -> {
                    Object key = watched();
                    REGISTRY.setRollbackOnly();
                    return key;
                }))
                .isInstanceOf(OutboxException.class)
                .hasMessageContainingAll("OUTBOX-05046", "rollback-only");
        assertThat(outcomes).containsExactly(Status.STATUS_ROLLEDBACK);
    }

    @Test
    void a_failed_commit_is_a_runtime_exception_that_says_so() {
        assertThatThrownBy(() -> transactions.requireNew(() -> {
                    Object key = watched();
                    REGISTRY.registerInterposedSynchronization(new Synchronization() {
                        @Override
                        public void beforeCompletion() {
                            throw new IllegalStateException("deferred constraint");
                        }

                        @Override
                        public void afterCompletion(int status) {
                            // of no interest here
                        }
                    });
                    return key;
                }))
                .isInstanceOf(OutboxException.class)
                .hasMessageStartingWith("OUTBOX-05046")
                .hasRootCauseMessage("deferred constraint");
        assertThat(outcomes).containsExactly(Status.STATUS_ROLLEDBACK);
    }

    @Test
    void an_error_rolls_back_and_comes_out_unchanged() {
        Error thrown = new AssertionError("work failed");
        assertThat(catchThrowable(() -> transactions.requireNew(() -> {
                    watched();
                    throw thrown;
                })))
                .isSameAs(thrown);
        assertThat(outcomes).containsExactly(Status.STATUS_ROLLEDBACK);
    }
}

package org.outboxee.it.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.NoTransactionException;
import org.outboxee.Outbox;
import org.outboxee.RollbackOnlyException;
import org.outboxee.it.Deployments;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.OutboxTable;
import org.outboxee.it.support.Transactions;

/**
 * A message commits and rolls back with the transaction it was emitted in (G1). The relay polls once an hour here, so
 * it is always the wake-up after the commit that makes it deliver.
 */
@ExtendWith(ArquillianExtension.class)
class TransactionsIT {

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    Inbox inbox;

    @Inject
    OutboxTable table;

    @Deployment
    static WebArchive application() {
        return Deployments.jpa(TransactionsIT.class, "outbox.poll-interval=PT1H");
    }

    /** Scenario 28: the poll is an hour away, so that a wake-up before the commit would be of no use. */
    @Test
    void a_committed_message_is_delivered_and_its_record_removed() {
        String id = transactions.required(() -> emit("committed"));

        assertThat(inbox.next("committed").messageId()).isEqualTo(id);
        table.awaitNoRecordOf(id);
    }

    @Test
    void nothing_of_a_message_is_seen_before_the_commit() {
        String id = transactions.required(() -> {
            String uncommitted = emit("not yet");
            transactions.required(() -> emit("not yet either"));
            transactions.requiresNew(() -> emit("meanwhile"));
            inbox.next("meanwhile");
            assertThat(inbox.left("not yet")).isEmpty();
            assertThat(inbox.left("not yet either")).isEmpty();
            return uncommitted;
        });

        assertThat(inbox.next("not yet").messageId()).isEqualTo(id);
        inbox.next("not yet either");
    }

    @Test
    void a_rolled_back_message_is_not_delivered_and_leaves_no_record() {
        String id = transactions.rollingBack(() -> emit("rolled back"));

        assertGone(id, "rolled back");
    }

    @Test
    void a_message_whose_transaction_failed_with_an_exception_leaves_no_record() {
        String[] id = new String[1];
        assertThatThrownBy(() -> transactions.run(() -> {
                    id[0] = emit("failed");
                    throw new IllegalStateException("out of stock");
                }))
                .hasMessageContaining("out of stock");

        assertGone(id[0], "failed");
    }

    @Test
    void both_messages_arrive_when_the_inner_and_the_outer_transaction_commit() {
        transactions.run(() -> {
            emit("both: outer");
            transactions.requiresNew(() -> emit("both: inner"));
        });

        inbox.next("both: outer");
        inbox.next("both: inner");
    }

    @Test
    void only_the_inner_message_arrives_when_the_outer_transaction_rolls_back() {
        String outer = transactions.rollingBack(() -> {
            String id = emit("inner only: outer");
            transactions.requiresNew(() -> emit("inner only: inner"));
            return id;
        });

        inbox.next("inner only: inner");
        assertGone(outer, "inner only: outer");
    }

    @Test
    void only_the_outer_message_arrives_when_the_inner_transaction_rolls_back() {
        String inner = transactions.required(() -> {
            emit("outer only: outer");
            return transactions.rollingBackNew(() -> emit("outer only: inner"));
        });

        inbox.next("outer only: outer");
        assertGone(inner, "outer only: inner");
    }

    @Test
    void no_message_arrives_when_both_transactions_roll_back() {
        String[] inner = new String[1];
        String outer = transactions.rollingBack(() -> {
            String id = emit("neither: outer");
            inner[0] = transactions.rollingBackNew(() -> emit("neither: inner"));
            return id;
        });

        assertGone(outer, "neither: outer");
        assertGone(inner[0], "neither: inner");
    }

    @Test
    void an_emit_without_a_transaction_is_refused() {
        assertThatThrownBy(() -> emit("no transaction"))
                .isInstanceOf(NoTransactionException.class)
                .hasMessageStartingWith("OUTBOX-01");
    }

    @Test
    void an_emit_in_a_transaction_that_can_only_roll_back_is_refused() {
        transactions.rollbackOnly(() -> assertThatThrownBy(() -> emit("rollback-only"))
                .isInstanceOf(RollbackOnlyException.class)
                .hasMessageStartingWith("OUTBOX-01"));
    }

    private String emit(String text) {
        return outbox.emit("note", new Note(text));
    }

    /** It has no record, a message emitted later has arrived, and the table has nothing left to deliver. */
    private void assertGone(String messageId, String text) {
        assertThat(table.recordsOf(messageId)).isZero();
        String later = text + ": a later one";
        transactions.run(() -> emit(later));
        inbox.next(later);
        table.awaitEmpty();
        assertThat(inbox.left(text)).isEmpty();
    }
}

package org.outboxee.it.auto;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.Outbox;
import org.outboxee.it.Deployments;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.OutboxTable;
import org.outboxee.it.support.Transactions;

/**
 * With {@code outbox.emit.transaction=auto} a transaction is begun where there is none, and joined where there is one.
 */
@ExtendWith(ArquillianExtension.class)
class AutoTransactionIT {

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
        return Deployments.jpa(AutoTransactionIT.class, "outbox.emit.transaction=auto");
    }

    @Test
    void an_emit_without_a_transaction_commits_at_once() {
        String id = outbox.emit("note", new Note("on its own"));

        assertThat(inbox.next("on its own").messageId()).isEqualTo(id);
        table.awaitNoRecordOf(id);
    }

    @Test
    void an_emit_in_a_transaction_still_rolls_back_with_it() {
        String id = transactions.rollingBack(() -> outbox.emit("note", new Note("rolled back")));

        assertThat(table.recordsOf(id)).isZero();
        outbox.emit("note", new Note("later"));
        inbox.next("later");
        table.awaitEmpty();
        assertThat(inbox.left("rolled back")).isEmpty();
    }
}

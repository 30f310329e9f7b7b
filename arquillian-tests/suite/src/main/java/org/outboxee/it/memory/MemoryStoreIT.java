package org.outboxee.it.memory;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.it.Deployments;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.Transactions;

/** An application without a database has the same outbox, for as long as it is deployed. */
@ExtendWith(ArquillianExtension.class)
class MemoryStoreIT {

    private static final OutboxCounts EMPTY = new OutboxCounts(0, 0, 0);

    @Inject
    Outbox outbox;

    @Inject
    OutboxAdmin admin;

    @Inject
    Transactions transactions;

    @Inject
    Inbox inbox;

    @Deployment
    static WebArchive application() {
        return Deployments.memory(MemoryStoreIT.class, "outbox.backoff.initial=PT0.01S");
    }

    @Test
    void a_committed_message_is_delivered() {
        String id = emit("note", "committed");

        assertThat(inbox.next("committed").messageId()).isEqualTo(id);
        awaitEmpty();
    }

    @Test
    void a_rolled_back_message_is_not_delivered() {
        transactions.rollingBack(() -> outbox.emit("note", new Note("rolled back"), EmitOptions.key("k")));
        transactions.run(() -> outbox.emit("note", new Note("later"), EmitOptions.key("k")));

        inbox.next("later");
        awaitEmpty();
        assertThat(inbox.left("rolled back")).isEmpty();
    }

    @Test
    void a_failing_handler_is_retried() {
        emit("second-time", "retried");

        assertThat(inbox.next("retried").attempt()).isEqualTo(2);
        awaitEmpty();
    }

    @Test
    void a_permanent_failure_is_a_dead_letter() {
        String id = emit("never", "refused");
        inbox.next("refused");

        await().atMost(30, SECONDS).until(() -> admin.counts().dead() == 1);
        var dead = admin.deadLetters(10, null).items().get(0);
        assertThat(dead.id().messageId()).isEqualTo(id);
        assertThat(admin.discard(dead.id(), "the test is done")).isTrue();
    }

    private String emit(String name, String text) {
        return transactions.required(() -> outbox.emit(name, new Note(text)));
    }

    private void awaitEmpty() {
        await().atMost(30, SECONDS).until(() -> admin.counts().equals(EMPTY));
    }
}

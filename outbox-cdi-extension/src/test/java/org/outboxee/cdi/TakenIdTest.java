package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.outboxee.cdi.testing.Server.USER_TRANSACTION;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.Test;
import org.outboxee.DuplicateMessageException;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.cdi.testing.Applications;

/** Ids that callers choose. */
@EnableWeld
class TakenIdTest {

    @WeldSetup
    WeldInitiator weld = Applications.of(Inbox.class);

    @Inject
    Outbox outbox;

    @Inject
    OutboxAdmin admin;

    @Inject
    Inbox inbox;

    @Test
    void an_id_of_the_same_transaction_is_taken_and_the_transaction_goes_on() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1", EmitOptions.id("order-1"));
        assertThatThrownBy(() -> outbox.emit("b", "2", EmitOptions.id("order-1")))
                .isInstanceOf(DuplicateMessageException.class)
                .hasMessageContainingAll("OUTBOX-01030", "order-1", "of b", "in this transaction", "can go on");
        outbox.emit("a", "3", EmitOptions.id("order-2"));
        USER_TRANSACTION.commit();
        await().untilAsserted(() -> assertThat(inbox.received).containsExactlyInAnyOrder("1", "3"));
    }

    @Test
    void an_id_that_waits_is_taken_and_the_transaction_goes_on() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("nobody handles it", "1", EmitOptions.id("order-1"));
        USER_TRANSACTION.commit();
        USER_TRANSACTION.begin();
        assertThatThrownBy(() -> outbox.emit("a", "2", EmitOptions.id("order-1")))
                .isInstanceOf(DuplicateMessageException.class)
                .hasMessageContainingAll("OUTBOX-01030", "order-1", "waits", "outbox.retention.ids");
        outbox.emit("a", "3");
        USER_TRANSACTION.commit();
        await().untilAsserted(() -> assertThat(inbox.received).containsExactly("3"));
    }

    @Test
    void an_id_stays_taken_for_a_day_after_the_delivery_and_a_generated_one_leaves_nothing() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1", EmitOptions.id("order-1"));
        outbox.emit("a", "2");
        USER_TRANSACTION.commit();
        await().until(() -> admin.counts().delivered() == 1 && admin.counts().claimed() == 0);
        assertThat(inbox.received).containsExactlyInAnyOrder("1", "2");
        USER_TRANSACTION.begin();
        assertThatThrownBy(() -> outbox.emit("a", "3", EmitOptions.id("order-1")))
                .isInstanceOf(DuplicateMessageException.class);
        USER_TRANSACTION.rollback();
    }

    @Test
    void an_id_of_a_transaction_that_rolled_back_is_free() throws Exception {
        USER_TRANSACTION.begin();
        outbox.emit("a", "1", EmitOptions.id("order-1"));
        USER_TRANSACTION.rollback();
        USER_TRANSACTION.begin();
        outbox.emit("a", "2", EmitOptions.id("order-1"));
        USER_TRANSACTION.commit();
        await().untilAsserted(() -> assertThat(inbox.received).containsExactly("2"));
    }

    @Singleton
    static class Inbox {
        final List<String> received = new CopyOnWriteArrayList<>();

        void a(@Observes @OutboxHandler("a") String payload) {
            received.add(payload);
        }

        void b(@Observes @OutboxHandler("b") String payload) {
            received.add(payload);
        }
    }
}

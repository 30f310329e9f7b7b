package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.outboxee.cdi.testing.Server.USER_TRANSACTION;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.Test;
import org.outboxee.Outbox;
import org.outboxee.OutboxFullException;
import org.outboxee.OutboxHandler;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.RecordFilter;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;

/** With {@code outbox.max-depth}. */
@EnableWeld
class MaxDepthTest {

    @WeldSetup
    WeldInitiator weld =
            Applications.of(Configured.with("outbox.max-depth=3", "outbox.emit.transaction=auto"), Steps.class);

    @Inject
    Outbox outbox;

    @Inject
    OutboxAdmin admin;

    @Inject
    Steps steps;

    @Test
    void emits_are_refused_while_too_many_messages_wait_and_leave_their_transaction_usable() throws Exception {
        await().until(() -> !emits()); // nothing handles them
        long waiting = admin.counts().pending();
        assertThat(waiting).isGreaterThanOrEqualTo(3);

        USER_TRANSACTION.begin();
        assertThat(emits()).isFalse();
        assertThat(USER_TRANSACTION.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        USER_TRANSACTION.commit();
        assertThat(admin.counts().pending()).isEqualTo(waiting);

        admin.search(RecordFilter.all(), 1000, null).items().forEach(record -> admin.discard(record.id(), "make room"));
        await().until(this::emits);
    }

    @Test
    void a_full_outbox_drains_though_its_handlers_emit() {
        await().until(() -> !emits("first step"));
        long full = admin.counts().pending() + admin.counts().claimed();
        steps.mayGoOn.countDown();
        await().until(() -> steps.second.get() == full);
        await().untilAsserted(() -> assertThat(admin.counts()).isEqualTo(new OutboxCounts(0, 0, 0)));
    }

    private boolean emits() {
        return emits("nobody");
    }

    private boolean emits(String name) {
        try {
            outbox.emit(name, "1");
            return true;
        } catch (OutboxFullException e) {
            return false;
        }
    }

    @Singleton
    static class Steps {

        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final AtomicLong second = new AtomicLong();

        @Inject
        Outbox outbox;

        void first(@Observes @OutboxHandler("first step") String payload) throws InterruptedException {
            mayGoOn.await();
            outbox.emit("second step", payload);
        }

        void second(@Observes @OutboxHandler("second step") String payload) {
            second.incrementAndGet();
        }
    }
}

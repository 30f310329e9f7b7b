package org.outboxee.it.emit;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.event.Event;
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

/** A message belongs to the transaction it was emitted in, wherever the emit is (G1). */
@ExtendWith(ArquillianExtension.class)
class EmittingIT {

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    Inbox inbox;

    @Inject
    OutboxTable table;

    @Inject
    Shop shop;

    @Inject
    ContainerManagedBean containerManaged;

    @Inject
    BeanManagedBean beanManaged;

    @Inject
    Event<Closing> closing;

    @Deployment
    static WebArchive application() {
        return Deployments.jpa(EmittingIT.class);
    }

    @Test
    void a_session_bean_emits_in_the_transaction_of_the_container() {
        String id = containerManaged.send("from a session bean");

        assertThat(inbox.next("from a session bean").messageId()).isEqualTo(id);
        containerManaged.sendAndRollBack("taken back by a session bean");
        assertGone("taken back by a session bean");
    }

    @Test
    void a_bean_managed_transaction_takes_the_message_along() throws Exception {
        String id = beanManaged.send("bean-managed");

        assertThat(inbox.next("bean-managed").messageId()).isEqualTo(id);
        beanManaged.sendAndRollBack("taken back by the bean");
        assertGone("taken back by the bean");
    }

    @Test
    void a_handler_emits_in_the_transaction_of_its_delivery() {
        transactions.run(() -> outbox.emit("forward", new Note("first")));

        inbox.next("first forwarded");
    }

    @Test
    void what_a_failed_attempt_of_a_handler_emitted_does_not_exist() {
        transactions.run(() -> outbox.emit("forward-second", new Note("second")));

        assertThat(inbox.next("second forwarded").headers()).containsEntry("attempt", "2");
        assertThat(inbox.left("second forwarded")).isEmpty();
    }

    @Test
    void a_before_completion_observer_can_still_emit() {
        transactions.run(() -> closing.fire(new Closing("closing")));

        inbox.next("closing");
        transactions.rollingBack(() -> {
            closing.fire(new Closing("never closed"));
            return "";
        });
        assertGone("never closed");
    }

    @Test
    void a_before_completion_observer_can_emit_after_the_application_has_emitted() {
        transactions.run(() -> {
            closing.fire(new Closing("closing late"));
            emit("emitted early");
        });

        inbox.next("emitted early");
        inbox.next("closing late");
    }

    @Test
    void an_entity_listener_emits_at_the_flush_of_the_commit() {
        transactions.run(() -> shop.pack("parcel 1"));
        inbox.next("parcel 1 persisted");

        transactions.run(() -> shop.send("parcel 1"));
        inbox.next("parcel 1 updated");

        assertThat(inbox.left("parcel 1 persisted")).isEmpty();
        assertThat(inbox.left("parcel 1 updated")).isEmpty();
        assertThat(table.count("select count(*) from Parcel where state = 'sent' and id = ?", "parcel 1"))
                .isEqualTo(1);
    }

    @Test
    void an_entity_listener_emits_in_a_transaction_that_has_emitted_before() {
        transactions.run(() -> {
            emit("before the listener");
            shop.pack("parcel 2");
        });

        inbox.next("before the listener");
        inbox.next("parcel 2 persisted");
    }

    @Test
    void an_entity_listeners_message_rolls_back_with_the_flush() {
        transactions.rollingBack(() -> {
            shop.pack("parcel 3");
            shop.flush();
            return "";
        });

        assertGone("parcel 3 persisted");
        assertThat(table.count("select count(*) from Parcel where id = ?", "parcel 3"))
                .isZero();
    }

    @Test
    void the_applications_entity_manager_may_have_been_used_before_the_emit() {
        String id = transactions.required(() -> {
            shop.buy("used before");
            return emit("used before");
        });

        assertThat(inbox.next("used before").messageId()).isEqualTo(id);
        assertThat(purchases("used before", "new")).isEqualTo(1);
        table.awaitNoRecordOf(id);
    }

    @Test
    void the_applications_entity_manager_may_have_been_flushed_before_the_emit() {
        String id = transactions.required(() -> {
            shop.buy("flushed before");
            shop.flush();
            return emit("flushed before");
        });

        assertThat(inbox.next("flushed before").messageId()).isEqualTo(id);
        assertThat(purchases("flushed before", "new")).isEqualTo(1);
        table.awaitNoRecordOf(id);
    }

    @Test
    void the_applications_entity_manager_may_be_used_flushed_and_queried_around_the_emits() {
        transactions.run(() -> {
            emit("around 1");
            shop.buy("around");
            shop.flush();
            emit("around 2");
            shop.pay("around");
            assertThat(shop.purchasesPaid()).isPositive();
            emit("around 3");
        });

        inbox.next("around 1");
        inbox.next("around 2");
        inbox.next("around 3");
        assertThat(purchases("around", "paid")).isEqualTo(1);
    }

    private String emit(String text) {
        return outbox.emit("note", new Note(text));
    }

    private long purchases(String id, String state) {
        return table.count("select count(*) from Purchase where state = '" + state + "' and id = ?", id);
    }

    /** A message emitted later has arrived, and the table has nothing left from which this one still could. */
    private void assertGone(String text) {
        String later = text + ": a later one";
        transactions.run(() -> emit(later));
        inbox.next(later);
        table.awaitEmpty();
        assertThat(inbox.left(text)).isEmpty();
    }
}

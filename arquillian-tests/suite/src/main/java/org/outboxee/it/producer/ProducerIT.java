package org.outboxee.it.producer;

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
import org.outboxee.it.support.Transactions;

/** A bean that implements the producer takes the place of the dispatcher, for all messages. */
@ExtendWith(ArquillianExtension.class)
class ProducerIT {

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    Courier courier;

    @Inject
    Inbox inbox;

    @Deployment
    static WebArchive application() {
        return Deployments.memory(ProducerIT.class, "outbox.backoff.initial=PT0.01S");
    }

    @Test
    void a_message_goes_to_the_producer_as_it_was_encoded() throws Exception {
        String id = emit("unknown to handlers", "to the broker");

        assertThat(courier.next())
                .isEqualTo(new Courier.Parcel("unknown to handlers", id, "{\"text\":\"to the broker\"}", 1));
    }

    @Test
    void a_message_with_a_handler_goes_to_the_producer_instead() throws Exception {
        String id = emit("note", "not to the handler");

        assertThat(courier.next().messageId()).isEqualTo(id);
        assertThat(inbox.left("not to the handler")).isEmpty();
    }

    @Test
    void a_producer_that_fails_is_tried_again() throws Exception {
        String id = emit("unsteady", "at last");

        Courier.Parcel parcel = courier.next();
        assertThat(parcel.messageId()).isEqualTo(id);
        assertThat(parcel.attempt()).isEqualTo(2);
    }

    private String emit(String name, String text) {
        return transactions.required(() -> outbox.emit(name, new Note(text)));
    }
}

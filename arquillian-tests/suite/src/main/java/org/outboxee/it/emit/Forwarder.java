package org.outboxee.it.emit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.outboxee.DeliveryInfo;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** Handlers that emit themselves, in the transaction of their own delivery. */
@ApplicationScoped
class Forwarder {

    @Inject
    Outbox outbox;

    @Transactional
    void forward(@Observes @OutboxHandler("forward") Note note) {
        outbox.emit("note", new Note(note.text() + " forwarded"));
    }

    /** The first attempt emits and fails, so that what it emitted must not exist. */
    @Transactional
    void forwardAtSecondAttempt(@Observes @OutboxHandler("forward-second") Note note, DeliveryInfo info) {
        outbox.emit(
                "note",
                new Note(note.text() + " forwarded"),
                EmitOptions.header("attempt", String.valueOf(info.attempt())));
        if (info.attempt() == 1) {
            throw new IllegalStateException("the first attempt fails");
        }
    }
}

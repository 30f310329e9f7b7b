package org.outboxee.it.message;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** Emits on behalf of the message that it handles, and says nothing of the trace. */
@ApplicationScoped
class TracedHandler {

    @Inject
    Outbox outbox;

    @Transactional
    void on(@Observes @OutboxHandler("traced") Note note) {
        outbox.emit("note", new Note(note.text() + " continued"));
    }
}

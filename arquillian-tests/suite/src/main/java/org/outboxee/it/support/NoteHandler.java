package org.outboxee.it.support;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;

/** Puts every note into the inbox. */
@ApplicationScoped
class NoteHandler {

    @Inject
    Inbox inbox;

    void on(@Observes @OutboxHandler("note") Note note, DeliveryInfo info) {
        inbox.add(note.text(), info);
    }
}

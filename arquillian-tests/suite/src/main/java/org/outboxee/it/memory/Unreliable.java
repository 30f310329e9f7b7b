package org.outboxee.it.memory;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.PermanentFailureException;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;

/** Handlers that fail. */
@ApplicationScoped
class Unreliable {

    @Inject
    Inbox inbox;

    @Transactional
    void secondTime(@Observes @OutboxHandler("second-time") Note note, DeliveryInfo info) {
        if (info.attempt() == 1) {
            throw new IllegalStateException("the first attempt fails");
        }
        inbox.add(note.text(), info);
    }

    void never(@Observes @OutboxHandler("never") Note note, DeliveryInfo info) {
        inbox.add(note.text(), info);
        throw new PermanentFailureException("no such address");
    }
}

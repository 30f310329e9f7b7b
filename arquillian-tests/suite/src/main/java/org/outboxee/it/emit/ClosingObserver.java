package org.outboxee.it.emit;

import static jakarta.enterprise.event.TransactionPhase.BEFORE_COMPLETION;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.Outbox;
import org.outboxee.it.support.Note;

/** Emits from a transactional observer of the application. */
@ApplicationScoped
class ClosingObserver {

    @Inject
    Outbox outbox;

    void close(@Observes(during = BEFORE_COMPLETION) Closing closing) {
        outbox.emit("note", new Note(closing.text()));
    }
}

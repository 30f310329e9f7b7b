package org.outboxee.it.handle;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** No bean itself: its subclass inherits the handler. */
abstract class InheritedHandler {

    @Inject
    Surroundings surroundings;

    void on(@Observes @OutboxHandler("inherited") Note note, DeliveryInfo info) {
        surroundings.report(note, info);
    }
}

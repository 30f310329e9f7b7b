package org.outboxee.it.handle;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** Handlers on a CDI bean, without a transaction. */
@ApplicationScoped
class PlainHandlers {

    @Inject
    Surroundings surroundings;

    void on(@Observes @OutboxHandler("plain") Note note, DeliveryInfo info) {
        surroundings.report(note, info);
    }

    @SuppressWarnings("UnusedMethod") // the container calls it
    private void onPrivate(@Observes @OutboxHandler("private") Note note, DeliveryInfo info) {
        surroundings.report(note, info);
    }

    void first(@Observes @OutboxHandler(value = "two-bindings", binding = "first") Note note, DeliveryInfo info) {
        surroundings.report(note, info);
    }

    void second(@Observes @OutboxHandler(value = "two-bindings", binding = "second") Note note, DeliveryInfo info) {
        surroundings.report(note, info);
    }
}

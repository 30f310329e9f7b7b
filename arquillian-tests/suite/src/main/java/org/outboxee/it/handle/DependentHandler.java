package org.outboxee.it.handle;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;

/** A handler on a dependent bean: an instance for each delivery, destroyed after it. */
@Dependent
class DependentHandler {

    private final Surroundings surroundings;

    private final Inbox inbox;

    private String text = "";

    private final DeliveryInfo info;

    @Inject
    DependentHandler(Surroundings surroundings, Inbox inbox, DeliveryInfo info) {
        this.surroundings = surroundings;
        this.inbox = inbox;
        this.info = info;
    }

    void on(@Observes @OutboxHandler("dependent") Note note) {
        text = note.text();
        surroundings.report(note, info);
    }

    @PreDestroy
    void destroyed() {
        inbox.add(text + " destroyed", info);
    }
}

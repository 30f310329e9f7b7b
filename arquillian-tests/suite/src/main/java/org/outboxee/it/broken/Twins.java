package org.outboxee.it.broken;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** Three mistakes: two handlers of one name without bindings, and one that observes asynchronously. */
@ApplicationScoped
class Twins {

    void first(@Observes @OutboxHandler("twice") Note note) {}

    void second(@Observes @OutboxHandler("twice") Note note) {}

    void later(@ObservesAsync @OutboxHandler("async") Note note) {}
}

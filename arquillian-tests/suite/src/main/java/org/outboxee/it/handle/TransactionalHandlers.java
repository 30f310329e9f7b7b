package org.outboxee.it.handle;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.outboxee.DeliveryInfo;
import org.outboxee.OutboxHandler;
import org.outboxee.it.support.Note;

/** Handlers that the transaction interceptor surrounds. */
@ApplicationScoped
class TransactionalHandlers {

    @Inject
    Surroundings surroundings;

    @Transactional
    void required(@Observes @OutboxHandler("required") Note note, DeliveryInfo info) {
        surroundings.report(note, info);
    }

    @Transactional(REQUIRES_NEW)
    void requiresNew(@Observes @OutboxHandler("requires-new") Note note, DeliveryInfo info) {
        surroundings.report(note, info);
    }
}

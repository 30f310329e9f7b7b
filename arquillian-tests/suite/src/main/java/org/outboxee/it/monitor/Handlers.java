package org.outboxee.it.monitor;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.outboxee.OutboxHandler;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.it.support.Note;

/** One handler for each way in which a delivery can end. */
@ApplicationScoped
class Handlers {

    void succeed(@Observes @OutboxHandler("good") Note note) {}

    void refuse(@Observes @OutboxHandler("bad") Note note) {
        throw new PermanentFailureException("for ever");
    }

    void putOff(@Observes @OutboxHandler("late") Note note) {
        throw new RetryAfterException(Duration.ofHours(1), "not today");
    }
}

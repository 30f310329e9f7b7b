package org.outboxee.it.redeploy;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicInteger;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.it.probe.Loaders;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.Transactions;

/**
 * The life of the application: emits when it starts, and registers its class loader when both messages have arrived, so
 * that every registered application has used all of the library.
 *
 * <p>It serves no request: an idle request thread of WildFly keeps the last request that it served, and so the
 * application that answered, until it serves another.
 */
@ApplicationScoped
class Life {

    private final AtomicInteger missing = new AtomicInteger(2);

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    void emit(@Observes Startup startup) {
        transactions.run(() -> {
            outbox.emit("life", new Note("keyed"), EmitOptions.key("key"));
            outbox.emit("life", new Note("keyless"));
        });
    }

    void arrived(@Observes @OutboxHandler("life") Note note) {
        if (missing.decrementAndGet() == 0) {
            Loaders.register(Life.class.getClassLoader());
        }
    }
}

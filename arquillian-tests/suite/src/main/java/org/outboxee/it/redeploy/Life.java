package org.outboxee.it.redeploy;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.it.probe.Loaders;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.Transactions;

/**
 * The life of the application: registers its class loader and makes every part of the library work. All of it while it
 * starts and none in a request: an idle request thread of WildFly keeps the last request that it served, and so its
 * application, until it serves another.
 */
@ApplicationScoped
class Life {

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    Inbox inbox;

    /** Late, when the outbox delivers already. A failure fails the deployment. */
    void live(@Observes @Priority(Integer.MAX_VALUE) Startup startup) {
        Loaders.register(Life.class.getClassLoader());
        transactions.run(() -> {
            outbox.emit("note", new Note("keyed"), EmitOptions.key("key"));
            outbox.emit("note", new Note("keyless"));
        });
        inbox.next("keyed");
        inbox.next("keyless");
    }
}

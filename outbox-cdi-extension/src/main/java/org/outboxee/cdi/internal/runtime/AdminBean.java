package org.outboxee.cdi.internal.runtime;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordId;

/** What is injected as {@link OutboxAdmin}: the store's own operations, checked and logged. */
@ApplicationScoped
@Typed(OutboxAdmin.class)
public class AdminBean implements OutboxAdmin {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");
    private static final int MAX_LIMIT = 1000;

    @Inject
    OutboxRuntime runtime;

    @Override
    public OutboxCounts counts() {
        return runtime.opened().store().counts();
    }

    @Override
    public Page<DeadLetter> deadLetters(int limit, @Nullable String cursor) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit is " + limit + "; allowed is 1 to " + MAX_LIMIT);
        }
        return runtime.opened().store().deadLetters(limit, cursor);
    }

    @Override
    public boolean replay(RecordId id) {
        OpenOutbox outbox = runtime.opened();
        boolean replayed = outbox.store().replay(id);
        if (replayed) {
            LOG.log(Level.INFO, "OUTBOX-05049: Dead letter " + id + " was replayed and is pending again");
            outbox.wakeAll();
        }
        return replayed;
    }

    @Override
    public boolean discard(RecordId id, String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("The reason for discarding " + id + " is blank");
        }
        boolean discarded = runtime.opened().store().discard(id);
        if (discarded) {
            LOG.log(Level.INFO, "OUTBOX-05050: Dead letter " + id + " was discarded for good: " + reason);
        }
        return discarded;
    }
}

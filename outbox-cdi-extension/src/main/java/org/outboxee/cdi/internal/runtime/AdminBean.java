package org.outboxee.cdi.internal.runtime;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordSummary;
import org.outboxee.admin.StalledLane;
import org.outboxee.spi.OutboxStore;

/** What is injected as {@link OutboxAdmin}: the store's own operations, checked and logged. */
@ApplicationScoped
@Typed(OutboxAdmin.class)
public class AdminBean implements OutboxAdmin {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");
    /** How many dead letters one transaction replays. */
    private static final int PIECE = 200;

    @Inject
    OutboxRuntime runtime;

    @Override
    public OutboxCounts counts() {
        return runtime.opened().store().counts();
    }

    @Override
    public Optional<Duration> oldestAge() {
        OutboxStore store = runtime.opened().store();
        return store.oldestPending().map(oldest -> notNegative(Duration.between(oldest, store.now())));
    }

    /** The clock of the store may be set back. */
    private static Duration notNegative(Duration age) {
        return age.isNegative() ? Duration.ZERO : age;
    }

    @Override
    public Page<RecordSummary> search(RecordFilter filter, int limit, @Nullable String cursor) {
        checkLimit(limit);
        return runtime.opened().store().search(filter, limit, cursor);
    }

    @Override
    public Optional<RecordDetails> find(RecordId id) {
        return runtime.opened().store().find(id);
    }

    @Override
    public List<StalledLane> stalledLanes(int limit) {
        checkLimit(limit);
        return runtime.opened().store().stalledLanes(limit);
    }

    private static void checkLimit(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit is " + limit + "; allowed is 1 to " + MAX_LIMIT);
        }
    }

    @Override
    public Page<DeadLetter> deadLetters(int limit, @Nullable String cursor) {
        checkLimit(limit);
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
    public long replayAll(RecordFilter filter) {
        OpenOutbox outbox = runtime.opened();
        long replayed = 0;
        boolean complete = false;
        try {
            @Nullable String cursor = null;
            do {
                Page<RecordId> page = outbox.store().replay(filter, PIECE, cursor);
                replayed += page.items().size();
                cursor = page.nextCursor();
                outbox.wakeAll();
            } while (cursor != null);
            complete = true;
            return replayed;
        } finally {
            LOG.log(
                    Level.INFO,
                    "OUTBOX-05062: " + replayed + " dead letters were replayed and are pending again, "
                            + (complete ? "all" : "not all") + " that match " + filter);
        }
    }

    @Override
    public boolean discard(RecordId id, String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("The reason for discarding " + id + " is blank");
        }
        OpenOutbox outbox = runtime.opened();
        boolean discarded = outbox.store().discard(id);
        if (discarded) {
            LOG.log(Level.INFO, "OUTBOX-05050: Record " + id + " was discarded for good: " + reason);
            outbox.wakeAll();
        }
        return discarded;
    }
}

package org.outboxee.cdi.internal.emit;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.outboxee.spi.Appender;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PreparedAppend;

/**
 * The messages emitted in one transaction, until they are appended as the last thing before it completes.
 *
 * <p>Containers call synchronizations in the order in which they were registered, so the one that appends is registered
 * only during completion, and again whenever a round of callbacks has emitted more: then it runs after the persistence
 * provider's flush and after every other callback, takes the store's locks after the application's, and holds them
 * shortest. An emit that is made later still arms it once more.
 *
 * <p>Used by the transaction's thread; only the completion may arrive on another, as after a timeout.
 */
final class TransactionBuffer {

    private final TransactionSynchronizationRegistry registry;
    private final Appender appender;
    private final AppendOutcome outcome;

    private final List<OutboxMessage> waiting = new ArrayList<>();
    private final Set<String> rememberedIds = new HashSet<>();
    private int emitted;
    private State state = State.OPEN;

    private final List<OutboxMessage> appended = new ArrayList<>();
    private final List<PreparedAppend> prepared = new ArrayList<>();
    private boolean ended; // guarded by prepared

    private enum State {
        /** The transaction is at work; its completion will arm the append. */
        OPEN,
        /** An appending synchronization is registered and has not run. */
        ARMED,
        /** It has run, and everything emitted before is appended. */
        APPENDED
    }

    TransactionBuffer(TransactionSynchronizationRegistry registry, Appender appender, AppendOutcome outcome) {
        this.registry = registry;
        this.appender = appender;
        this.outcome = outcome;
    }

    /** Makes the transaction complete this buffer with it. To be called once, before anything is added. */
    void enlist() {
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                armUnlessDoomed();
            }

            @Override
            public void afterCompletion(int status) {
                complete(status == Status.STATUS_COMMITTED);
            }
        });
    }

    void add(OutboxMessage message) {
        if (state == State.APPENDED) {
            arm(emitted + 1); // before anything is kept: a transaction that is past its callbacks refuses this
        }
        waiting.add(message);
        emitted++;
        if (message.idRemembered()) {
            rememberedIds.add(message.id());
        }
    }

    /** Whether a message with this id, chosen by its caller, was emitted in this transaction. */
    boolean hasEmitted(String id) {
        return rememberedIds.contains(id);
    }

    /** In a transaction that a callback has doomed, a registration would fail and hide why. */
    private void armUnlessDoomed() {
        if (!registry.getRollbackOnly()) {
            arm(emitted);
        }
    }

    private void arm(int emittedWhenArmed) {
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                if (emitted == emittedWhenArmed) {
                    append();
                } else {
                    armUnlessDoomed();
                }
            }

            @Override
            public void afterCompletion(int status) {
                // the synchronization that was registered first completes the buffer
            }
        });
        state = State.ARMED;
    }

    private void append() {
        state = State.APPENDED;
        if (waiting.isEmpty() || registry.getRollbackOnly()) {
            return; // what would be written now is rolled back anyway
        }
        List<OutboxMessage> batch = List.copyOf(waiting);
        waiting.clear();
        PreparedAppend append = appender.append(batch);
        synchronized (prepared) {
            if (!ended) {
                appended.addAll(batch);
                prepared.add(append);
                return;
            }
        }
        append.rolledBack(); // a timeout has ended the transaction meanwhile
    }

    private void complete(boolean committed) {
        synchronized (prepared) {
            ended = true;
        }
        if (!prepared.isEmpty()) {
            outcome.completed(committed, prepared, appended);
        }
        if (committed && !waiting.isEmpty()) {
            outcome.lost(waiting);
        }
    }
}

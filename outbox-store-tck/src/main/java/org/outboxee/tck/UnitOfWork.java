package org.outboxee.tck;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Appender;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PreparedAppend;
import org.outboxee.spi.PreparedCompletion;

/**
 * A transaction that emits and completes, and what the container does for it: the messages are buffered, appended in an
 * interposed synchronization that runs after those registered so far, and the outcome is reported after the completion.
 * Confined to the transaction's thread, except that the outcome may come on another.
 */
final class UnitOfWork {

    private final TransactionSynchronizationRegistry registry;
    private final Appender appender;
    private final Set<Integer> partitions = new TreeSet<>();
    private List<OutboxMessage> buffered = new ArrayList<>();
    private Runnable afterAppend = () -> {};
    private Runnable beforeOutcome = () -> {};

    UnitOfWork(TransactionSynchronizationRegistry registry, Appender appender) {
        this.registry = registry;
        this.appender = appender;
        registry.registerInterposedSynchronization(new Enlisting());
    }

    /** Emits messages; also while the transaction completes, in {@link #afterAppend}. */
    void emit(TestMessage... messages) {
        for (TestMessage message : messages) {
            buffered.add(message.build());
        }
    }

    /** Completes a record in this transaction, and reports its outcome to the store. */
    void complete(OutboxStore store, ClaimedRecord record) {
        PreparedCompletion completion = store.completeInTransaction(record);
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // The completion is done.
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    completion.committed();
                } else {
                    completion.rolledBack();
                }
            }
        });
    }

    /** Does something between the append and the commit, once. */
    void afterAppend(Runnable action) {
        afterAppend = action;
    }

    /** Does something between the transaction's end and the report of its outcome to the store, once. */
    void beforeOutcome(Runnable action) {
        beforeOutcome = action;
    }

    /** Lets the commit fail. */
    void setRollbackOnly() {
        registry.setRollbackOnly();
    }

    /** The partitions that the store has reported. */
    Set<Integer> partitions() {
        return partitions;
    }

    private void report(Collection<PreparedAppend> appends, int status) {
        Runnable action = beforeOutcome;
        beforeOutcome = () -> {};
        action.run();
        for (PreparedAppend append : appends) {
            if (status == Status.STATUS_COMMITTED) {
                append.committed();
            } else {
                append.rolledBack();
            }
        }
    }

    /** Runs in the order of registration, so it registers the one that appends behind all others. */
    private final class Enlisting implements Synchronization {

        @Override
        public void beforeCompletion() {
            registry.registerInterposedSynchronization(new Appending());
        }

        @Override
        public void afterCompletion(int status) {
            // The appending synchronization reports the outcome.
        }
    }

    private final class Appending implements Synchronization {

        private @Nullable PreparedAppend prepared;

        @Override
        public void beforeCompletion() {
            List<OutboxMessage> messages = buffered;
            buffered = new ArrayList<>();
            PreparedAppend append = appender.append(messages);
            prepared = append;
            partitions.addAll(append.partitions());
            Runnable action = afterAppend;
            afterAppend = () -> {};
            action.run();
            if (!buffered.isEmpty()) {
                registry.registerInterposedSynchronization(new Appending());
            }
        }

        @Override
        public void afterCompletion(int status) {
            PreparedAppend append = prepared;
            if (append != null) {
                report(List.of(append), status);
            }
        }
    }
}

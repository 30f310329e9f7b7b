package org.outboxee.cdi.internal.container;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.TransactionRunner;

/**
 * Runs work in new transactions of the container, and tells failures of the work from failures of the commit, whatever
 * the container wraps them in.
 */
public final class ContainerTransactions implements TransactionRunner {

    private final NewTransaction newTransaction;
    private final TransactionSynchronizationRegistry registry;

    /** Transactions through the container's interceptor. */
    public ContainerTransactions(NewTransaction newTransaction, TransactionSynchronizationRegistry registry) {
        this.newTransaction = newTransaction;
        this.registry = registry;
    }

    @Override
    public <T> T requireNew(Supplier<T> work) {
        Outcome<T> outcome = new Outcome<>(work);
        try {
            newTransaction.run(outcome);
        } catch (Exception e) { // commit failures come out as checked exceptions on some servers
            throw outcome.failure().orElseGet(() -> new CommitFailedException(e.toString(), e));
        }
        return outcome.get();
    }

    private final class Outcome<T> implements Runnable {

        private final Supplier<T> work;
        private @Nullable T result;
        private @Nullable Throwable thrown;

        Outcome(Supplier<T> work) {
            this.work = work;
        }

        @Override
        public void run() {
            try {
                result = work.get();
                if (registry.getRollbackOnly()) { // the container would roll back and say nothing
                    throw new CommitFailedException("it is marked rollback-only", null);
                }
            } catch (Throwable t) {
                thrown = t;
                throw t;
            }
        }

        /** What the work threw, empty if it went well. */
        Optional<RuntimeException> failure() {
            if (thrown instanceof Error error) {
                throw error;
            }
            return thrown instanceof RuntimeException exception ? Optional.of(exception) : Optional.empty();
        }

        @SuppressWarnings("NullAway") // null only if T allows it
        T get() {
            return result;
        }
    }
}

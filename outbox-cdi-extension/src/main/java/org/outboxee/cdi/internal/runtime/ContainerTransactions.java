package org.outboxee.cdi.internal.runtime;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxee.cdi.internal.emit.CommitFailedException;
import org.outboxee.spi.TransactionRunner;

/**
 * Runs work in new transactions of the container, and tells failures of the work from failures of the commit, whatever
 * the container wraps them in.
 */
final class ContainerTransactions implements TransactionRunner {

    private final NewTransaction newTransaction;

    ContainerTransactions(NewTransaction newTransaction) {
        this.newTransaction = newTransaction;
    }

    @Override
    public <T> T requireNew(Supplier<T> work) {
        Outcome<T> outcome = new Outcome<>(work);
        try {
            newTransaction.run(outcome);
        } catch (Exception e) { // commit failures come out as checked exceptions on some servers
            if (outcome.thrown == null) {
                throw new CommitFailedException(e);
            }
            throw outcome.thrown;
        }
        return outcome.get();
    }

    private static final class Outcome<T> implements Runnable {

        private final Supplier<T> work;
        private @Nullable T result;
        private @Nullable RuntimeException thrown;

        Outcome(Supplier<T> work) {
            this.work = work;
        }

        @Override
        public void run() {
            try {
                result = work.get();
            } catch (RuntimeException e) {
                thrown = e;
                throw e;
            }
        }

        @SuppressWarnings("NullAway") // null only if T allows it
        T get() {
            return result;
        }
    }
}

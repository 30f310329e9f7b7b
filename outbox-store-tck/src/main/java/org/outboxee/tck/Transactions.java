package org.outboxee.tck;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.outboxee.spi.Appender;
import org.outboxee.spi.TransactionRunner;

/** Runs work in real JTA transactions. Safe for any number of threads, like the transaction manager behind it. */
final class Transactions implements TransactionRunner {

    private final TransactionManager manager;
    private final TransactionSynchronizationRegistry registry;

    Transactions(TransactionManager manager, TransactionSynchronizationRegistry registry) {
        this.manager = manager;
        this.registry = registry;
    }

    /**
     * Emits in a transaction and commits.
     *
     * @throws CommitFailedException if the transaction has rolled back instead
     */
    UnitOfWork commit(Appender appender, Consumer<UnitOfWork> work) {
        return requireNew(() -> doWork(appender, work));
    }

    /** Emits in a transaction and rolls back instead of committing: nothing is appended at all. */
    void rollback(Appender appender, Consumer<UnitOfWork> work) {
        try {
            manager.begin();
            doWork(appender, work);
            manager.rollback();
        } catch (NotSupportedException | SystemException e) {
            throw new IllegalStateException(e);
        }
    }

    private UnitOfWork doWork(Appender appender, Consumer<UnitOfWork> work) {
        UnitOfWork unit = new UnitOfWork(registry, appender);
        work.accept(unit);
        return unit;
    }

    @Override
    public <T> T requireNew(Supplier<T> work) {
        try {
            Transaction suspended = manager.suspend();
            try {
                return begin(work);
            } finally {
                if (suspended != null) {
                    manager.resume(suspended);
                }
            }
        } catch (SystemException | InvalidTransactionException | NotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> T begin(Supplier<T> work) throws SystemException, NotSupportedException {
        manager.begin();
        T result;
        try {
            result = work.get();
        } catch (RuntimeException | Error e) {
            manager.rollback();
            throw e;
        }
        try {
            manager.commit();
        } catch (RollbackException | HeuristicMixedException | HeuristicRollbackException e) {
            throw new CommitFailedException(e);
        }
        return result;
    }

    /** The transaction has rolled back; the cause says why. */
    static final class CommitFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CommitFailedException(Throwable cause) {
            super("The commit failed: " + cause.getMessage(), cause);
        }
    }
}

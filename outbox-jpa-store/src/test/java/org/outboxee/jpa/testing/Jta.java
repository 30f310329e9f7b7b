package org.outboxee.jpa.testing;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.function.Supplier;

/** Narayana, and what the tests do with it. */
public final class Jta {

    static {
        // It would open a port, for recovery of other processes' transactions.
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
    }

    public static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();

    public static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    /** A commit that ended in a rollback, with what caused it. */
    public static final class RolledBackException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RolledBackException(RollbackException cause) {
            // What made a synchronization fail is suppressed or the cause, depending on when it happened.
            super(cause.getCause() == null ? cause : cause.getCause());
        }
    }

    private Jta() {}

    /** Runs work in a new transaction and commits; another transaction of the thread is suspended meanwhile. */
    public static <T> T requireNew(Supplier<T> work) {
        try {
            Transaction suspended = MANAGER.suspend();
            try {
                return beginAndCommit(work);
            } finally {
                if (suspended != null) {
                    MANAGER.resume(suspended);
                }
            }
        } catch (SystemException | InvalidTransactionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs work in a new transaction and commits. */
    public static void commit(Runnable work) {
        requireNew(() -> {
            work.run();
            return "done";
        });
    }

    /** Does something when the transaction of this thread completes, after what was registered so far. */
    public static void beforeCompletion(Runnable action) {
        REGISTRY.registerInterposedSynchronization(synchronization(action));
    }

    /** The same, by the kind of synchronization that comes before the interposed ones. */
    public static void beforeInterposedCompletion(Runnable action) {
        try {
            MANAGER.getTransaction().registerSynchronization(synchronization(action));
        } catch (SystemException | RollbackException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T beginAndCommit(Supplier<T> work) throws SystemException {
        try {
            MANAGER.begin();
            T result;
            try {
                result = work.get();
            } catch (RuntimeException | Error e) {
                MANAGER.rollback();
                throw e;
            }
            MANAGER.commit();
            return result;
        } catch (RollbackException e) {
            throw new RolledBackException(e);
        } catch (NotSupportedException | HeuristicMixedException | HeuristicRollbackException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Synchronization synchronization(Runnable action) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                action.run();
            }

            @Override
            public void afterCompletion(int status) {
                // Nothing is left to do.
            }
        };
    }
}

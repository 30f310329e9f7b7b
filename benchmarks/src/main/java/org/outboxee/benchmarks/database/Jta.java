package org.outboxee.benchmarks.database;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.narayana.NarayanaTransactionIntegration;
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
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** The transaction manager of the application. Safe for any number of threads. */
public final class Jta {

    static {
        // It would open a port, for recovery of other processes' transactions.
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
        arjPropertyManager.getObjectStoreEnvironmentBean().setObjectStoreDir("target/narayana");
    }

    /** Begins and ends transactions. */
    public static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();

    /** Calls back before and after they end. */
    public static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private Jta() {}

    static TransactionIntegration integration() {
        return new NarayanaTransactionIntegration(MANAGER, REGISTRY);
    }

    /** Runs work in a new transaction and commits; another transaction of the thread is suspended meanwhile. */
    public static <T> T requireNew(Supplier<T> work) {
        try {
            Transaction suspended = MANAGER.suspend();
            try {
                return inTransaction(work);
            } finally {
                if (suspended != null) {
                    MANAGER.resume(suspended);
                }
            }
        } catch (SystemException | InvalidTransactionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T inTransaction(Supplier<T> work) throws SystemException {
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
            // What made a synchronization fail is the cause.
            throw new IllegalStateException(e.getCause() == null ? e : e.getCause());
        } catch (NotSupportedException | HeuristicMixedException | HeuristicRollbackException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does something when the transaction of this thread completes, and something else with its status after it. */
    public static void atCompletion(Runnable before, IntConsumer after) {
        REGISTRY.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                before.run();
            }

            @Override
            public void afterCompletion(int status) {
                after.accept(status);
            }
        });
    }
}

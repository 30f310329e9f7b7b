package org.outboxee.it.support;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.util.function.Supplier;

/** Runs a piece of work in a transaction of the container. */
@ApplicationScoped
public class Transactions {

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    TransactionSynchronizationRegistry registry;

    /** Joins the transaction there is, or commits one of its own; rolls back on a runtime exception. */
    @Transactional
    public <T> T required(Supplier<T> work) {
        return work.get();
    }

    /** Like {@link #required(Supplier)}, for work without a result. */
    @Transactional
    public void run(Runnable work) {
        work.run();
    }

    /** Suspends the transaction there is and commits one of its own. */
    @Transactional(REQUIRES_NEW)
    public <T> T requiresNew(Supplier<T> work) {
        return work.get();
    }

    /** Does the work, then lets the transaction roll back without an exception. */
    @Transactional
    public <T> T rollingBack(Supplier<T> work) {
        T result = work.get();
        registry.setRollbackOnly();
        return result;
    }

    /** Like {@link #rollingBack(Supplier)}, in a transaction of its own. */
    @Transactional(REQUIRES_NEW)
    public <T> T rollingBackNew(Supplier<T> work) {
        T result = work.get();
        registry.setRollbackOnly();
        return result;
    }

    /** Does the work in a transaction that can only roll back. */
    @Transactional
    public void rollbackOnly(Runnable work) {
        registry.setRollbackOnly();
        work.run();
    }

    /** The status of the calling thread's transaction, a constant of {@link jakarta.transaction.Status}. */
    public int status() {
        return registry.getTransactionStatus();
    }
}

package org.outboxee.dynamo.internal;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A JTA transaction manager in whose transactions DynamoDB takes part, as their only resource: so the commit is that of
 * one transaction of DynamoDB, and its failure rolls back.
 */
final class OneResourceManager implements TransactionManager {

    private final TransactionManager manager;
    private final Map<Transaction, UnitResource> resources = new ConcurrentHashMap<>();

    OneResourceManager(TransactionManager manager) {
        this.manager = manager;
    }

    /** The unit of a backend in the current transaction. */
    AppendUnit unit(Object backend, Supplier<AppendUnit> begin) {
        try {
            Transaction transaction = manager.getTransaction();
            UnitResource resource = resources.get(transaction);
            if (resource == null) {
                resource = new UnitResource();
                resources.put(transaction, resource);
                if (!transaction.enlistResource(resource)) {
                    throw new IllegalStateException("The transaction takes no resource");
                }
            }
            return resource.units.computeIfAbsent(backend, any -> begin.get());
        } catch (SystemException | RollbackException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void begin() throws NotSupportedException, SystemException {
        manager.begin();
    }

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        Transaction transaction = manager.getTransaction();
        try {
            manager.commit();
        } catch (RollbackException e) {
            UnitResource resource = resources.get(transaction);
            if (resource != null && resource.failure != null && e.getCause() == null) {
                e.initCause(resource.failure);
            }
            throw e;
        } finally {
            resources.remove(transaction);
        }
    }

    @Override
    public void rollback() throws SystemException {
        Transaction transaction = manager.getTransaction();
        manager.rollback();
        resources.remove(transaction);
    }

    @Override
    public int getStatus() throws SystemException {
        return manager.getStatus();
    }

    @Override
    public Transaction getTransaction() throws SystemException {
        return manager.getTransaction();
    }

    @Override
    public void resume(Transaction transaction) throws InvalidTransactionException, SystemException {
        manager.resume(transaction);
    }

    @Override
    public void setRollbackOnly() throws SystemException {
        manager.setRollbackOnly();
    }

    @Override
    public void setTransactionTimeout(int seconds) throws SystemException {
        manager.setTransactionTimeout(seconds);
    }

    @Override
    public Transaction suspend() throws SystemException {
        return manager.suspend();
    }

    private static final class UnitResource implements XAResource {

        private final Map<Object, AppendUnit> units = new HashMap<>();
        private RuntimeException failure;

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            try {
                units.values().forEach(AppendUnit::commit);
            } catch (RuntimeException e) {
                failure = e;
                throw (XAException) new XAException(XAException.XA_RBROLLBACK).initCause(e);
            }
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            throw new XAException(XAException.XAER_RMERR); // the only resource is not asked
        }

        @Override
        public void rollback(Xid xid) {
            units.clear();
        }

        @Override
        public void start(Xid xid, int flags) {
            // Nothing happens before the commit.
        }

        @Override
        public void end(Xid xid, int flags) {
            // Nothing happens before the commit.
        }

        @Override
        public void forget(Xid xid) {
            // Nothing is remembered.
        }

        @Override
        public Xid[] recover(int flag) {
            return new Xid[0];
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return false;
        }
    }
}

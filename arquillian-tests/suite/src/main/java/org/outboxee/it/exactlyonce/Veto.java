package org.outboxee.it.exactlyonce;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** An XA resource, for WildFly, that refuses to commit when the resources before it have been prepared. */
final class Veto implements XAResource {

    private Veto() {}

    /** Adds one to the transaction of this thread. */
    static void enlist() {
        try {
            transactionManager().getTransaction().enlistResource(new Veto());
        } catch (RollbackException | SystemException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("BanJNDI") // WildFly's own name
    private static TransactionManager transactionManager() {
        try {
            return InitialContext.doLookup("java:jboss/TransactionManager");
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int prepare(Xid id) throws XAException {
        throw new XAException(XAException.XA_RBINTEGRITY);
    }

    @Override
    public void commit(Xid id, boolean onePhase) throws XAException {
        throw new XAException(XAException.XA_RBINTEGRITY);
    }

    @Override
    public void rollback(Xid id) {}

    @Override
    public void start(Xid id, int flags) {}

    @Override
    public void end(Xid id, int flags) {}

    @Override
    public void forget(Xid id) {}

    @Override
    public Xid[] recover(int flag) {
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return this == other;
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

package org.outboxee.cdi.testing;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Something transactional that holds texts: those whose transactions have committed. */
public final class TestResource {

    private final List<String> committed = new CopyOnWriteArrayList<>();
    private final List<String> rolledBack = new CopyOnWriteArrayList<>();

    /** Adds a text in the thread's transaction. */
    public void add(String text) {
        enlist(text, false);
    }

    /** Adds a text in the thread's transaction, and keeps that from committing. */
    public void refuse(String text) {
        enlist(text, true);
    }

    /** What has been committed. */
    public List<String> committed() {
        return committed;
    }

    /** What has been rolled back. */
    public List<String> rolledBack() {
        return rolledBack;
    }

    /** Forgets everything. */
    public void forget() {
        committed.clear();
        rolledBack.clear();
    }

    private void enlist(String text, boolean refusing) {
        try {
            if (!Server.TRANSACTIONS.getTransaction().enlistResource(new Branch(text, refusing))) {
                throw new IllegalStateException("The resource was not enlisted");
            }
        } catch (RollbackException | SystemException e) {
            throw new IllegalStateException(e);
        }
    }

    private final class Branch implements XAResource {

        private final String text;
        private final boolean refusing;

        Branch(String text, boolean refusing) {
            this.text = text;
            this.refusing = refusing;
        }

        @Override
        public int prepare(Xid id) throws XAException {
            if (refusing) {
                rolledBack.add(text);
                throw new XAException(XAException.XA_RBINTEGRITY);
            }
            return XA_OK;
        }

        @Override
        public void commit(Xid id, boolean onePhase) throws XAException {
            if (onePhase) {
                int unused = prepare(id);
            }
            committed.add(text);
        }

        @Override
        public void rollback(Xid id) {
            rolledBack.add(text);
        }

        @Override
        public void start(Xid id, int flags) {
            // It is all in this object.
        }

        @Override
        public void end(Xid id, int flags) {
            // It is all in this object.
        }

        @Override
        public void forget(Xid id) {
            // Nothing is heuristic.
        }

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
}

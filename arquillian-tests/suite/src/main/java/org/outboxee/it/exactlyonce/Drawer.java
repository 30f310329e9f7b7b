package org.outboxee.it.exactlyonce;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Another XA resource beside the database, for WildFly: holds the texts whose transactions have committed. */
@ApplicationScoped
class Drawer {

    private final List<String> committed = new CopyOnWriteArrayList<>();

    /** Puts a text in with the commit of this transaction, which it refuses if told so. */
    void put(String text, boolean refusing) {
        try {
            transactionManager().getTransaction().enlistResource(new Branch(committed, text, refusing));
        } catch (RollbackException | SystemException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How often a text was committed. */
    long count(String text) {
        return committed.stream().filter(text::equals).count();
    }

    @SuppressWarnings("BanJNDI") // WildFly's own name
    private static TransactionManager transactionManager() {
        try {
            return InitialContext.doLookup("java:jboss/TransactionManager");
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Branch(List<String> committed, String text, boolean refusing) implements XAResource {

        @Override
        public int prepare(Xid id) throws XAException {
            if (refusing) {
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
}

package org.outboxee.jpa.testing;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import javax.transaction.xa.XAResource;
import org.eclipse.persistence.platform.server.ServerPlatformBase;
import org.eclipse.persistence.sessions.DatabaseSession;
import org.eclipse.persistence.sessions.ExternalTransactionController;
import org.eclipse.persistence.transaction.JTATransactionController;

/** Lets EclipseLink take part in the transactions of {@link Jta}. */
public class NarayanaPlatform extends ServerPlatformBase {

    public NarayanaPlatform(DatabaseSession session) {
        super(session);
    }

    @Override
    public Class<? extends ExternalTransactionController> getExternalTransactionControllerClass() {
        return Controller.class;
    }

    /** Finds the transactions. */
    public static class Controller extends JTATransactionController {

        @Override
        protected TransactionManager acquireTransactionManager() {
            return Jta.MANAGER;
        }

        @Override
        protected Object getTransaction_impl() throws Exception {
            Transaction transaction = Jta.MANAGER.getTransaction();
            return transaction == null ? null : new Interposing(transaction);
        }
    }

    /**
     * A transaction that takes synchronizations of EclipseLink while it completes, as the transactions of Open Liberty
     * do and those of Narayana do not.
     */
    private record Interposing(Transaction target) implements Transaction {

        @Override
        public void registerSynchronization(Synchronization synchronization) {
            Jta.REGISTRY.registerInterposedSynchronization(synchronization);
        }

        @Override
        public void commit()
                throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
            target.commit();
        }

        @Override
        public boolean delistResource(XAResource resource, int flag) throws SystemException {
            return target.delistResource(resource, flag);
        }

        @Override
        public boolean enlistResource(XAResource resource) throws RollbackException, SystemException {
            return target.enlistResource(resource);
        }

        @Override
        public int getStatus() throws SystemException {
            return target.getStatus();
        }

        @Override
        public void rollback() throws SystemException {
            target.rollback();
        }

        @Override
        public void setRollbackOnly() throws SystemException {
            target.setRollbackOnly();
        }
    }
}

package org.outboxee.jpa.testing;

import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;

/**
 * Lets Hibernate take part in the transactions of {@link Jta} as it does in a server: by interposed synchronizations,
 * which can still be registered while a transaction completes.
 */
public class NarayanaJtaPlatform extends AbstractJtaPlatform {

    private static final long serialVersionUID = 1L;

    @Override
    protected TransactionManager locateTransactionManager() {
        return Jta.MANAGER;
    }

    @Override
    protected UserTransaction locateUserTransaction() {
        return com.arjuna.ats.jta.UserTransaction.userTransaction();
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) {
        Jta.REGISTRY.registerInterposedSynchronization(synchronization);
    }
}

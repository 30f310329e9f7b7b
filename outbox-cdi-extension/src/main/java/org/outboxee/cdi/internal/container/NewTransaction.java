package org.outboxee.cdi.internal.container;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/**
 * A new transaction by the one means that works everywhere, in EJBs with container-managed transactions too, where a
 * {@code UserTransaction} is refused: the container's interceptor.
 */
@ApplicationScoped
public class NewTransaction {

    /** Runs the work in a transaction of its own; an exception rolls back. */
    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public void run(Runnable work) {
        work.run();
    }
}

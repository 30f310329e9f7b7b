package org.outboxee.cdi.internal.delivery;

import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Optional;
import org.outboxee.OutboxException;
import org.outboxee.cdi.internal.container.ContainerServices;
import org.outboxee.spi.Delivery;

/**
 * Ends a transaction that a handler began and did not end: it must neither leak into the next delivery on this thread
 * nor pass for a success, since whatever was done in it is undone.
 *
 * @param registry the container's transactions
 */
record LeftTransaction(TransactionSynchronizationRegistry registry) {

    /** Rolls back the thread's transaction, and says so; empty when there is none, as it should be. */
    Optional<OutboxException> rollBack(Delivery delivery) {
        int status = registry.getTransactionStatus();
        if (status == Status.STATUS_NO_TRANSACTION) {
            return Optional.empty();
        }
        String left = status == Status.STATUS_MARKED_ROLLBACK ? "marked rollback-only" : "in status " + status;
        OutboxException problem = new OutboxException(
                "OUTBOX-05044",
                "The handler of " + delivery.name() + " (" + delivery.binding() + ") left a transaction on its thread, "
                        + left + "; it was rolled back, and the delivery has failed. Commit or roll back what the"
                        + " handler begins");
        try {
            ContainerServices.userTransaction().rollback();
        } catch (SystemException | RuntimeException e) {
            problem.addSuppressed(e);
        }
        return Optional.of(problem);
    }
}

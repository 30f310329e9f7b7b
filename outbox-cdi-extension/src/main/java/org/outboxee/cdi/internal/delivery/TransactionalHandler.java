package org.outboxee.cdi.internal.delivery;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.Objects;
import org.outboxee.OutboxException;
import org.outboxee.cdi.internal.container.ContainerServices;
import org.outboxee.relay.Handler;
import org.outboxee.spi.Delivery;

/**
 * Calls a handler in a transaction of the container, completes the record in it, and commits (G7).
 *
 * <p>The transaction is begun by hand, and not by the container's interceptor as the outbox's other ones: workers are
 * no session beans, where that would be refused; it can have a timeout; and the commit tells what became of it, while
 * the interceptor is silent when it rolls back what was marked at the last moment.
 *
 * @param handler the handler
 * @param registry the container's transactions
 * @param timeout after which a transaction is rolled back; longer than the delivery timeout, which comes first
 */
public record TransactionalHandler(Handler handler, TransactionSynchronizationRegistry registry, Duration timeout)
        implements Handler {

    @Override
    public void handle(Object payload, Delivery delivery) throws Exception {
        UserTransaction transaction = ContainerServices.userTransaction();
        begin(transaction);
        try {
            Object key = registry.getTransactionKey();
            handler.handle(payload, delivery);
            checkIsGood(key, delivery);
            delivery.complete();
        } catch (Throwable failure) {
            rollBack(transaction, failure);
            throw failure;
        }
        commit(transaction, delivery);
    }

    private void begin(UserTransaction transaction) throws SystemException, NotSupportedException {
        transaction.setTransactionTimeout(
                (int) Math.min(Integer.MAX_VALUE, timeout.plusMillis(999).toSeconds()));
        try {
            transaction.begin();
        } finally {
            transaction.setTransactionTimeout(0); // the thread is the container's
        }
    }

    /** The container would refuse the completion, too, but not say why. */
    private void checkIsGood(Object key, Delivery delivery) {
        if (!Objects.equals(key, registry.getTransactionKey())) {
            throw new OutboxException(
                    "OUTBOX-05055",
                    "The " + handlerOf(delivery)
                            + " has ended the transaction in which its message completes; the delivery has"
                            + " failed, although what was done before may be committed. Leave the transaction to the"
                            + " outbox, or handle the message without transactional = true");
        }
        if (registry.getTransactionStatus() != Status.STATUS_ACTIVE) {
            throw new OutboxException(
                    "OUTBOX-05056",
                    "The " + handlerOf(delivery)
                            + " returned normally, but its transaction can only roll back, since it was"
                            + " marked so or took longer than " + timeout + "; the delivery has failed. Let the"
                            + " exception that doomed the transaction out");
        }
    }

    private void rollBack(UserTransaction transaction, Throwable failure) {
        try {
            if (registry.getTransactionStatus() != Status.STATUS_NO_TRANSACTION) {
                transaction.rollback();
            }
        } catch (SystemException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static void commit(UserTransaction transaction, Delivery delivery) {
        try {
            transaction.commit();
        } catch (RollbackException | HeuristicRollbackException e) {
            throw new OutboxException(
                    "OUTBOX-05057",
                    "The transaction of the " + handlerOf(delivery) + " has rolled back instead of committing, with all"
                            + " that was done in it: " + reason(e),
                    e);
        } catch (HeuristicMixedException | SystemException | RuntimeException e) {
            throw new OutboxException(
                    "OUTBOX-05058",
                    "Whether the transaction of the " + handlerOf(delivery)
                            + " has committed is not known. If it has, the"
                            + " message is delivered, and what follows from this failure is ignored: " + reason(e),
                    e);
        }
    }

    /** What kept it from committing, which servers put into different places. */
    private static Throwable reason(Exception commit) {
        if (commit.getCause() != null) {
            return commit.getCause();
        }
        Throwable[] suppressed = commit.getSuppressed();
        return suppressed.length > 0 ? suppressed[0] : commit;
    }

    private static String handlerOf(Delivery delivery) {
        return "handler of " + delivery.name() + " (" + delivery.binding() + ")";
    }
}

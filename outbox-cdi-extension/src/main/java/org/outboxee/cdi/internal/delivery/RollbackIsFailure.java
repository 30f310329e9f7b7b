package org.outboxee.cdi.internal.delivery;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Status;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxException;
import org.outboxee.cdi.internal.container.ContainerServices;

/**
 * Fails the delivery when a handler returns normally and its transaction can only roll back, such as after an exception
 * that it caught. The container would roll back without a word, the message would count as delivered, and everything
 * done for it would be gone.
 *
 * <p>Runs just inside the container's transaction interceptor, whose priority the Jakarta Transactions specification
 * sets to {@code PLATFORM_BEFORE + 200}.
 */
@Interceptor
@HandlerInTransaction
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 201)
public class RollbackIsFailure {

    @Inject
    CurrentDelivery currentDelivery;

    /** Calls the handler. */
    @AroundInvoke
    public @Nullable Object call(InvocationContext handler) throws Exception {
        Object result = handler.proceed();
        // Outside a delivery somebody has fired an event of their own, in a transaction of their own.
        if (currentDelivery.get().isPresent()
                && ContainerServices.transactions().getTransactionStatus() == Status.STATUS_MARKED_ROLLBACK) {
            throw new OutboxException(
                    "OUTBOX-05053",
                    "The handler " + handler.getMethod().getDeclaringClass().getName() + "#"
                            + handler.getMethod().getName() + " returned normally, but its transaction can only roll"
                            + " back; the delivery has failed. Let the exception that doomed the transaction out, or"
                            + " do what may fail in a transaction of its own");
        }
        return result;
    }
}

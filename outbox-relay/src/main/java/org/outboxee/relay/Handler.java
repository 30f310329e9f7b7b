package org.outboxee.relay;

import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;
import org.outboxee.spi.Delivery;

/** Handles the decoded payloads of one message name and binding. Implementations are safe for concurrent use. */
@FunctionalInterface
public interface Handler {

    /**
     * Handles one message, on a worker thread, outside any transaction. Returning normally completes the delivery.
     *
     * @param payload the decoded payload, an instance of the registration's type
     * @param delivery what is known about this delivery, and how to complete it in a transaction
     * @throws RetryAfterException to set the earliest time of the next attempt
     * @throws PermanentFailureException to make the record a dead letter at once
     * @throws InterruptedException if the delivery was interrupted after its timeout
     * @throws Exception to have it retried with backoff
     */
    void handle(Object payload, Delivery delivery) throws Exception;
}

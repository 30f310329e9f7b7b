package org.outboxee.spi;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.outboxee.OutboxHandler;
import org.outboxee.PermanentFailureException;
import org.outboxee.RetryAfterException;

/**
 * What the relay does with a claimed record. The default feeds {@link OutboxHandler} observers; an application that
 * supplies a CDI bean of this type, for instance to publish to a broker, replaces it for all messages.
 *
 * <p>Implementations are safe for concurrent use.
 */
public interface Producer {

    /**
     * Delivers one record, on a worker thread, outside any transaction. Returning normally completes it. Records of one
     * lane arrive one at a time, in order.
     *
     * @throws RetryAfterException to set the earliest time of the next attempt
     * @throws PermanentFailureException to make it a dead letter at once
     * @throws InterruptedException if the delivery was interrupted after {@code outbox.delivery-timeout}
     * @throws Exception to have it retried with backoff
     */
    void deliver(Delivery delivery) throws Exception;

    /**
     * The bindings that messages of this name are delivered to: one record is written for each. Empty when nothing here
     * handles the name: then one unbound record is written, and waits for a node that does.
     */
    default Set<String> bindings(String messageName) {
        return Set.of(OutboxHandler.DEFAULT_BINDING);
    }

    /**
     * All bindings that this handles, by message name, to be told to other nodes; empty if that is not known
     * beforehand, as when it takes whatever comes. Does not change while the application runs.
     */
    default Optional<Map<String, Set<String>>> handled() {
        return Optional.empty();
    }

    /**
     * Whether {@link #deliver} may complete records of this name and binding itself, in a transaction of its own, by
     * {@link Delivery#complete}. Such a record is delivered only once the results of all that come before it in its
     * lane are stored, since a crash would deliver those after it otherwise. What was not completed so is completed
     * when {@code deliver} returns, as always.
     */
    default boolean completes(String messageName, String binding) {
        return false;
    }
}

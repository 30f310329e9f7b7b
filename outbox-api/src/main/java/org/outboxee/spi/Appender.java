package org.outboxee.spi;

import java.util.List;
import org.outboxee.DuplicateMessageException;
import org.outboxee.InvalidMessageException;

/**
 * The write side: persists messages as part of a unit of work that somebody else owns, such as a JTA transaction.
 * Implementations are safe for concurrent use.
 */
public interface Appender {

    /** The sizes that this store takes. */
    MessageLimits limits();

    /**
     * Whether the outbox has a message of this id: one that waits, is being delivered or is dead, or whose id is still
     * remembered. Reads in the calling thread's unit of work, and leaves it usable. What another unit of work writes at
     * the same time is found by {@link #append}, or by its commit.
     *
     * @throws OutboxStoreException if the store fails
     */
    boolean isTaken(String messageId);

    /**
     * Writes messages in the calling thread's unit of work, as the last thing before it completes. Keyed messages get
     * their seq here: a lock taken here is held to the end of the unit of work, so seq follows commit order (G3).
     *
     * @param messages the messages, in the order in which they were emitted
     * @return a handle on which the caller calls exactly one method after the unit of work has ended
     * @throws DuplicateMessageException if a message id that its caller chose is taken for one of its bindings; the
     *     unit of work must roll back
     * @throws InvalidMessageException if a message exceeds {@link #limits()}; nothing was written
     * @throws OutboxStoreException if the store fails; the unit of work must roll back
     */
    PreparedAppend append(List<OutboxMessage> messages);
}

package org.outboxee.spi;

import java.util.List;
import java.util.Set;
import org.outboxee.DuplicateMessageException;
import org.outboxee.EmitOptions;
import org.outboxee.InvalidMessageException;
import org.outboxee.OutboxException;
import org.outboxee.OutboxFullException;

/**
 * Makes messages as an emit does, for stores whose transactions are not those of the container: they write the messages
 * themselves. The extension contributes an implementation as a CDI bean. Safe for concurrent use.
 */
public interface MessageFactory {

    /**
     * Checks and encodes a message, and writes nothing. No transaction is needed.
     *
     * @throws InvalidMessageException if a part of it is not allowed
     * @throws DuplicateMessageException if its id, chosen by the caller, is taken
     * @throws OutboxFullException if too many messages wait
     * @throws OutboxException if the payload cannot be encoded, or the outbox cannot be opened
     */
    OutboxMessage create(String name, Object payload, EmitOptions options);

    /**
     * To be called when messages are committed, and never before: wakes the relay, and counts. Does not throw.
     *
     * @param messages the messages
     * @param partitions those that got a record
     */
    void committed(List<OutboxMessage> messages, Set<Integer> partitions);
}

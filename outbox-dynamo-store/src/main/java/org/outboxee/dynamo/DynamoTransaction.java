package org.outboxee.dynamo;

import java.util.ArrayList;
import java.util.List;
import org.outboxee.DuplicateMessageException;
import org.outboxee.EmitOptions;
import org.outboxee.InvalidMessageException;
import org.outboxee.OutboxException;
import org.outboxee.dynamo.internal.AppendUnit;
import org.outboxee.spi.MessageFactory;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStoreException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A transaction of DynamoDB that is being put together. Used by one thread at a time, and committed at most once. */
public final class DynamoTransaction {

    private final AppendUnit unit;
    private final MessageFactory factory;
    private final List<OutboxMessage> messages = new ArrayList<>();
    private boolean committed;

    DynamoTransaction(AppendUnit unit, MessageFactory factory) {
        this.unit = unit;
        this.factory = factory;
    }

    /** Adds a message without options; see {@link #emit(String, Object, EmitOptions)}. */
    public String emit(String name, Object payload) {
        return emit(name, payload, EmitOptions.none());
    }

    /**
     * Adds a message. If it throws, the transaction is as before, unless it has become too large.
     *
     * @return the message id
     * @throws InvalidMessageException if a part of it is not allowed, or the transaction would have more than the 100
     *     actions or 4 MB that DynamoDB allows
     * @throws DuplicateMessageException if its id is taken
     * @throws OutboxException if the payload cannot be encoded, or the outbox is full
     * @throws IllegalStateException after {@link #commit}
     */
    public String emit(String name, Object payload, EmitOptions options) {
        checkOpen();
        OutboxMessage message = factory.create(name, payload, options);
        unit.add(message);
        messages.add(message);
        return message.id();
    }

    /**
     * Writes everything, or nothing; waits a while where other transactions are in the way. Then wakes the relay.
     *
     * @throws TransactionCanceledException if a condition of the application's actions does not hold; its reasons are
     *     those of these actions, in their order
     * @throws DuplicateMessageException if an id was taken meanwhile
     * @throws OutboxStoreException if DynamoDB fails. If its answer was lost (the cause is no
     *     {@code DynamoDbException}), everything may be written all the same
     * @throws IllegalStateException if it was called before
     */
    public void commit() {
        checkOpen();
        committed = true;
        unit.commit();
        factory.committed(messages, unit.partitions());
    }

    private void checkOpen() {
        if (committed) {
            throw new IllegalStateException("This transaction was committed before; begin another one");
        }
    }
}

package org.outboxee.dynamo;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.function.Supplier;
import org.outboxee.dynamo.internal.DynamoBackend;
import org.outboxee.spi.MessageFactory;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Puts messages into transactions of DynamoDB, together with what the application writes there: both are written, or
 * neither. To be injected.
 *
 * <pre>{@code
 * DynamoTransaction transaction = outbox.inTransact(TransactWriteItemsRequest.builder().transactItems(putOrder));
 * transaction.emit("order.placed", order, EmitOptions.key(order.customer()));
 * transaction.commit();
 * }</pre>
 *
 * <p><b>Transaction context.</b> None is needed, and a JTA transaction is left alone: it may roll back without the one
 * of DynamoDB. <b>Thread-safety.</b> Safe for any number of threads.
 */
@Dependent
public class DynamoOutbox {

    private final Supplier<DynamoBackend> backend;
    private final MessageFactory messages;

    /** For CDI. */
    @Inject
    public DynamoOutbox(DynamoStoreProvider provider, MessageFactory messages) {
        this(provider::backend, messages);
    }

    DynamoOutbox(Supplier<DynamoBackend> backend, MessageFactory messages) {
        this.backend = backend;
        this.messages = messages;
    }

    /**
     * Begins a transaction with actions of the application, which may be none. Nothing is sent before
     * {@link DynamoTransaction#commit}.
     *
     * @param application the actions; a client request token in it is not used, since every attempt needs its own, and
     *     neither is what it asks to be returned
     * @throws org.outboxee.OutboxException if the outbox is not open
     */
    public DynamoTransaction inTransact(TransactWriteItemsRequest.Builder application) {
        return new DynamoTransaction(backend.get().begin(application.build().transactItems()), messages);
    }
}

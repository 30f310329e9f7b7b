package org.outboxee.dynamo;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.OutboxException;
import org.outboxee.dynamo.internal.DynamoBackend;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Opens the outbox in a DynamoDB table, under the name {@code dynamodb}. It uses the application's bean of type
 * {@link DynamoDbClient} if there is one; otherwise a client of its own, with region, endpoint, credentials and HTTP
 * client from the SDK's own configuration. {@code docs/dynamodb.md} has the settings.
 */
@ApplicationScoped
public class DynamoStoreProvider implements StoreProvider {

    private final Instance<DynamoDbClient> clients;
    private volatile @Nullable DynamoBackend opened;

    /** For the container's proxies. */
    @SuppressWarnings("NullAway") // a proxy never uses it
    protected DynamoStoreProvider() {
        clients = null;
    }

    /** For CDI. */
    @Inject
    public DynamoStoreProvider(Instance<DynamoDbClient> clients) {
        this.clients = clients;
    }

    @Override
    public String name() {
        return "dynamodb";
    }

    /**
     * Opens the store.
     *
     * @throws OutboxConfigurationException if there are several clients, the table is missing or differs, or the outbox
     *     was created with another number of partitions or another layout
     * @throws org.outboxee.spi.OutboxStoreException if DynamoDB fails
     */
    @Override
    public OutboxBackend open(StoreContext context) {
        if (clients.isAmbiguous()) {
            throw new OutboxConfigurationException(
                    "OUTBOX-06040",
                    "The DynamoDB store found several beans of type DynamoDbClient. Leave one, or qualify the others");
        }
        DynamoBackend backend = clients.isResolvable()
                ? DynamoBackend.open(clients.get(), context)
                : DynamoBackend.openOwned(DynamoDbClient.create(), context);
        opened = backend;
        return backend;
    }

    /** What was opened last. */
    DynamoBackend backend() {
        DynamoBackend backend = opened;
        if (backend == null) {
            throw new OutboxException(
                    "OUTBOX-06046",
                    "The outbox is not open, or is kept in another store; nothing was written. Set"
                            + " outbox.store=dynamodb, and emit after the application has started");
        }
        return backend;
    }
}

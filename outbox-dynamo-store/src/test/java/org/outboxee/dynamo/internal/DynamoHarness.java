package org.outboxee.dynamo.internal;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.StoreContext;
import org.outboxee.tck.StoreCapabilities;
import org.outboxee.tck.StoreHarness;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Stores in one table, whose outboxes have other names in every test. The application's transaction is one of DynamoDB,
 * which Narayana commits as its only resource.
 */
public final class DynamoHarness implements StoreHarness {

    /** Held, since loggers are collected. It would print the stack trace of every commit that fails on purpose. */
    private static final Logger TRANSACTIONS = Logger.getLogger("com.arjuna");

    private static final AtomicInteger STORAGES = new AtomicInteger();

    static {
        TRANSACTIONS.setLevel(Level.OFF);
        // It would open a port, for recovery of other processes' transactions.
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
    }

    private final String layout;
    private final DynamoDbClient client;
    private final int storage = STORAGES.incrementAndGet();
    private final AtomicLong offset = new AtomicLong();
    private final OneResourceManager manager =
            new OneResourceManager(com.arjuna.ats.jta.TransactionManager.transactionManager());

    /** Stores of a layout, with a client of the server. */
    public DynamoHarness(String layout) {
        this(layout, TestTable.client());
    }

    DynamoHarness(String layout, DynamoDbClient client) {
        this.layout = layout;
        this.client = client;
    }

    @Override
    public StoreCapabilities capabilities() {
        return new StoreCapabilities(true, false, 90);
    }

    @Override
    public OutboxBackend open(StoreContext context) {
        Map<String, String> settings = Map.of(
                "outbox.dynamodb.table",
                TestTable.of(layout),
                "outbox.dynamodb.schema",
                "create",
                "outbox.dynamodb.layout",
                layout);
        StoreContext own = new StoreContext(
                storage + "/" + context.outboxName(),
                context.partitions(),
                context.transactions(),
                context.background(),
                context.ownedPartitions(),
                context.ticker(),
                context.retention(),
                key -> Optional.ofNullable(settings.get(key)));
        DynamoBackend backend = DynamoBackend.open(
                client, own, () -> Instant.ofEpochMilli(System.currentTimeMillis() + offset.get()), () -> {});
        return new EnlistingBackend(backend, manager);
    }

    @Override
    public TransactionManager transactionManager() {
        return manager;
    }

    @Override
    public TransactionSynchronizationRegistry synchronizations() {
        return new TransactionSynchronizationRegistryImple();
    }

    @Override
    public void advance(Duration duration) {
        offset.addAndGet(duration.toMillis());
    }

    @Override
    public void plantCreatedAt(String outboxName, RecordId id, Instant createdAt) {
        new Planting(client, TestTable.of(layout), new Keys(storage + "/" + outboxName)).createdAt(id, createdAt);
    }

    @Override
    public void close() {
        // The table and its client serve the next test.
    }
}

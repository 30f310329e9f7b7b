package org.outboxee.dynamo.internal;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.spi.Appender;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.StoreContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A store in a DynamoDB table. Safe for any number of threads. */
public final class DynamoBackend implements OutboxBackend {

    private static final String PARTITIONS = "n";
    private static final String LAYOUT = "l";

    private final TransactAppender transactions;
    private final Appender appender;
    private final DynamoStore store;
    private final Leases leases;
    private final Runnable closing;

    private DynamoBackend(Parts parts, Options options, Runnable closing) {
        Layout layout = Layouts.of(recordedLayout(parts, options), parts, options, StoreEvents.NONE);
        transactions = new TransactAppender(parts, layout);
        appender = new JtaAppender(transactions, options.bestEffort());
        leases = new Leases(parts);
        store = new DynamoStore(parts, layout, leases);
        this.closing = closing;
    }

    /** Opens a store with a client that somebody else closes. */
    public static DynamoBackend open(DynamoDbClient client, StoreContext context) {
        return open(client, context, InstantSource.system(), () -> {});
    }

    /** Opens a store with a client that is closed with it. */
    public static DynamoBackend openOwned(DynamoDbClient client, StoreContext context) {
        try {
            return open(client, context, InstantSource.system(), client::close);
        } catch (RuntimeException | Error e) {
            client.close();
            throw e;
        }
    }

    static DynamoBackend open(DynamoDbClient client, StoreContext context, InstantSource clock, Runnable closing) {
        Options options = Options.of(context.setting());
        new TableSchema(client, options).ensure();
        Table table = new Table(client, options.table(), StoreEvents.NONE);
        Parts parts = new Parts(table, new Keys(context.outboxName()), clock, context);
        return new DynamoBackend(parts, options, closing);
    }

    /** The layout that the outbox has; for a new one, the one that is configured. */
    private static String recordedLayout(Parts parts, Options options) {
        Keys.Key key = parts.keys().config();
        Map<String, AttributeValue> item = new HashMap<>(key.item());
        item.put(PARTITIONS, Av.n(parts.partitions()));
        item.put(LAYOUT, Av.s(options.layout()));
        if (parts.table().put(item, Write.ABSENT)) {
            return options.layout();
        }
        Map<String, AttributeValue> recorded = parts.table().get(key);
        String outboxName = parts.context().outboxName();
        long partitions = Av.number(recorded, PARTITIONS);
        if (partitions != parts.partitions()) {
            throw new OutboxConfigurationException(
                    "OUTBOX-06044",
                    "outbox.partitions is " + parts.partitions() + ", but outbox " + outboxName + " was created with "
                            + partitions + " partitions, and the ordering keys of its messages are spread over those."
                            + " Set outbox.partitions=" + partitions + ", or use another outbox.name");
        }
        if (!Av.text(recorded, LAYOUT).equals(options.layout())) {
            throw new OutboxConfigurationException(
                    "OUTBOX-06045",
                    "outbox.dynamodb.layout is \"" + options.layout() + "\", but outbox " + outboxName
                            + " was created with layout \"" + Av.text(recorded, LAYOUT)
                            + "\". Set that, or use another outbox.name");
        }
        return options.layout();
    }

    /** A transaction of DynamoDB that begins with actions of the application. */
    public AppendUnit begin(List<TransactWriteItem> application) {
        return transactions.begin(application);
    }

    @Override
    public Appender appender() {
        return appender;
    }

    @Override
    public OutboxStore store() {
        return store;
    }

    @Override
    public PartitionLeases leases() {
        return leases;
    }

    @Override
    public void close() {
        closing.run();
    }
}

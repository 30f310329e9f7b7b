package org.outboxee.dynamo.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.spi.OutboxStoreException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Creates the table, or says what of it is missing or differs. Used by one thread. */
final class TableSchema {

    private static final Duration CREATION = Duration.ofMinutes(2);

    private final DynamoDbClient client;
    private final Options options;
    private final boolean indexed;

    TableSchema(DynamoDbClient client, Options options) {
        this.client = client;
        this.options = options;
        indexed = options.layout().equals(SeedLayout.NAME);
    }

    /**
     * Ensures the table.
     *
     * @throws OutboxConfigurationException if it is not as it must be; the message says all that differs
     * @throws OutboxStoreException if DynamoDB fails
     */
    void ensure() {
        try {
            Optional<TableDescription> found = describe();
            if (found.isEmpty() && options.create()) {
                create();
                found = describe();
            }
            verify(found.orElseThrow(() -> wrong(List.of("it does not exist"))));
        } catch (SdkException e) {
            throw new OutboxStoreException(
                    "OUTBOX-06001", "DynamoDB refused to show or create table " + options.table(), e);
        }
    }

    private Optional<TableDescription> describe() {
        try {
            return Optional.of(client.describeTable(describe -> describe.tableName(options.table()))
                    .table());
        } catch (ResourceNotFoundException none) {
            return Optional.empty();
        }
    }

    private void create() {
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(options.table())
                .keySchema(key(Keys.PK, KeyType.HASH), key(Keys.SK, KeyType.RANGE));
        List<AttributeDefinition> attributes = new ArrayList<>(List.of(text(Keys.PK), text(Keys.SK)));
        Long readUnits = options.readUnits();
        Long writeUnits = options.writeUnits();
        ProvisionedThroughput throughput = readUnits == null || writeUnits == null
                ? null
                : ProvisionedThroughput.builder()
                        .readCapacityUnits(readUnits)
                        .writeCapacityUnits(writeUnits)
                        .build();
        request.billingMode(throughput == null ? BillingMode.PAY_PER_REQUEST : BillingMode.PROVISIONED);
        request.provisionedThroughput(throughput);
        if (indexed) {
            attributes.add(text(RecordItem.CLAIM_SORT));
            request.globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                    .indexName(SeedLayout.CLAIM_INDEX)
                    .keySchema(key(Keys.PK, KeyType.HASH), key(RecordItem.CLAIM_SORT, KeyType.RANGE))
                    .projection(projection -> projection
                            .projectionType(ProjectionType.INCLUDE)
                            .nonKeyAttributes(RecordItem.KEY, RecordItem.DUE))
                    .provisionedThroughput(throughput)
                    .build());
        }
        try {
            client.createTable(request.attributeDefinitions(attributes).build());
        } catch (ResourceInUseException another) {
            // Another node creates it at this moment.
        }
        client.waiter()
                .waitUntilTableExists(wait -> wait.tableName(options.table()), config -> config.waitTimeout(CREATION));
        if (!hasTimeToLive()) {
            client.updateTimeToLive(update -> update.tableName(options.table())
                    .timeToLiveSpecification(
                            ttl -> ttl.attributeName(RecordItem.TTL).enabled(true)));
        }
    }

    private static KeySchemaElement key(String attribute, KeyType type) {
        return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
    }

    private static AttributeDefinition text(String attribute) {
        return AttributeDefinition.builder()
                .attributeName(attribute)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private boolean hasTimeToLive() {
        TimeToLiveDescription ttl = client.describeTimeToLive(describe -> describe.tableName(options.table()))
                .timeToLiveDescription();
        return RecordItem.TTL.equals(ttl.attributeName())
                && (ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                        || ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLING);
    }

    private void verify(TableDescription table) {
        List<String> differences = new ArrayList<>();
        if (!table.keySchema().equals(List.of(key(Keys.PK, KeyType.HASH), key(Keys.SK, KeyType.RANGE)))
                || !table.attributeDefinitions().containsAll(List.of(text(Keys.PK), text(Keys.SK)))) {
            differences.add("its key is not pk (HASH, S) and sk (RANGE, S)");
        }
        if (indexed
                && table.globalSecondaryIndexes().stream()
                        .noneMatch(index -> index.indexName().equals(SeedLayout.CLAIM_INDEX))) {
            differences.add("it has no index " + SeedLayout.CLAIM_INDEX + " on pk (HASH) and claim_sort (RANGE, S),"
                    + " with the attributes k and d");
        }
        if (!hasTimeToLive()) {
            differences.add("its time to live is not enabled on attribute " + RecordItem.TTL);
        }
        Long readUnits = options.readUnits();
        boolean onDemand = table.billingModeSummary() != null
                && table.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
        if (readUnits != null && onDemand) {
            differences.add("it is billed on demand, and outbox.dynamodb.read-units asks for provisioned units");
        }
        if (!differences.isEmpty()) {
            throw wrong(differences);
        }
    }

    private OutboxConfigurationException wrong(List<String> differences) {
        return new OutboxConfigurationException(
                "OUTBOX-06043",
                "The DynamoDB table \"" + options.table() + "\" cannot hold the outbox: "
                        + String.join("; ", differences)
                        + ". Change it, name another one with outbox.dynamodb.table, or let a new one be created with"
                        + " outbox.dynamodb.schema=create");
    }
}

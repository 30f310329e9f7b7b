package org.outboxee.dynamo.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.outboxee.spi.OutboxStoreException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Requests to the table. What the SDK does not retry is retried here for a while: contention with other transactions,
 * and transactions that were throttled. A condition that does not hold is an answer, not an error. Safe for any number
 * of threads.
 */
final class Table {

    /** As many actions as a transaction may have. */
    static final int MAX_ACTIONS = 100;

    private static final int MAX_KEYS = 100;

    private final DynamoDbClient client;
    private final String name;
    private final StoreEvents events;
    private final Write write;

    Table(DynamoDbClient client, String name, StoreEvents events) {
        this.client = client;
        this.name = name;
        this.events = events;
        write = new Write(name);
    }

    String name() {
        return name;
    }

    Write write() {
        return write;
    }

    /** The item of a key, empty for none. Reads consistently. */
    Map<String, AttributeValue> get(Keys.Key key) {
        return guarded(
                () -> client.getItem(get -> get.tableName(name).key(key.item()).consistentRead(true))
                        .item());
    }

    /** The items of many keys that there are, in no order. Reads each consistently, but not all at one time. */
    List<Map<String, AttributeValue>> get(Collection<Keys.Key> keys) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        List<Map<String, AttributeValue>> left =
                new ArrayList<>(keys.stream().map(Keys.Key::item).toList());
        Pause pause = new Pause();
        while (!left.isEmpty()) {
            List<Map<String, AttributeValue>> some = left.subList(0, Math.min(MAX_KEYS, left.size()));
            KeysAndAttributes wanted =
                    KeysAndAttributes.builder().keys(some).consistentRead(true).build();
            BatchGetItemResponse answer =
                    guarded(() -> client.batchGetItem(get -> get.requestItems(Map.of(name, wanted))));
            List<Map<String, AttributeValue>> found = answer.responses().getOrDefault(name, List.of());
            items.addAll(found);
            some.clear();
            if (answer.unprocessedKeys().containsKey(name)) {
                left.addAll(answer.unprocessedKeys().get(name).keys());
                if (found.isEmpty()) {
                    pause.next("a read");
                }
            }
        }
        return items;
    }

    /**
     * The items of some keys that there are, at one time; empty if the service is about to write one of them. In no
     * order, at most {@link #MAX_ACTIONS}.
     */
    Optional<List<Map<String, AttributeValue>>> getFinished(List<Keys.Key> keys) {
        List<TransactGetItem> gets = keys.stream()
                .map(key -> TransactGetItem.builder()
                        .get(get -> get.tableName(name).key(key.item()))
                        .build())
                .toList();
        try {
            return Optional.of(client.transactGetItems(read -> read.transactItems(gets)).responses().stream()
                    .map(ItemResponse::item)
                    .filter(item -> !item.isEmpty())
                    .toList());
        } catch (TransactionCanceledException cancelled) {
            if (has(cancelled, "TransactionConflict")) {
                events.conflict();
                return Optional.empty();
            }
            throw failure(cancelled);
        } catch (SdkException e) {
            throw failure(e);
        }
    }

    /**
     * Reads the pages of a query. A page may be empty and still not be the last (scenario 34).
     *
     * @param query the query, without the table's name
     * @param more whether to read on after this page
     */
    void pages(QueryRequest.Builder query, Predicate<QueryResponse> more) {
        query.tableName(name);
        while (true) {
            if (Thread.currentThread().isInterrupted()) {
                throw new OutboxStoreException("OUTBOX-06002", "A read was interrupted; nothing was changed", null);
            }
            QueryRequest request = query.build();
            QueryResponse page = guarded(() -> client.query(request));
            if (!more.test(page) || page.lastEvaluatedKey().isEmpty()) {
                return;
            }
            query.exclusiveStartKey(page.lastEvaluatedKey());
        }
    }

    /** Puts an item if the condition holds, and says whether it did. */
    boolean put(Map<String, AttributeValue> item, String condition) {
        PutItemRequest request = PutItemRequest.builder()
                .tableName(name)
                .item(item)
                .conditionExpression(condition)
                .build();
        return conditional(() -> client.putItem(request), refused -> false);
    }

    /** Puts an item. */
    void put(Map<String, AttributeValue> item) {
        patiently(() -> client.putItem(put -> put.tableName(name).item(item)));
    }

    /** Updates an item if the condition holds, and says whether it did. */
    boolean update(Keys.Key key, String update, String condition, Map<String, AttributeValue> values) {
        UpdateItemRequest request = UpdateItemRequest.builder()
                .tableName(name)
                .key(key.item())
                .updateExpression(update)
                .conditionExpression(condition)
                .expressionAttributeValues(values)
                .build();
        return conditional(() -> client.updateItem(request), refused -> false);
    }

    /** Adds to a number of an item, which is made if need be; the new number. */
    long add(Keys.Key key, String attribute, long amount) {
        Map<String, AttributeValue> item = patiently(() -> client.updateItem(update -> update.tableName(name)
                        .key(key.item())
                        .updateExpression("ADD " + attribute + " :amount")
                        .expressionAttributeValues(Map.of(":amount", Av.n(amount)))
                        .returnValues(ReturnValue.UPDATED_NEW)))
                .attributes();
        return Av.number(item, attribute);
    }

    /**
     * Deletes an item if the condition holds, and says whether it did. If the answer of a delete was lost, the SDK's
     * next attempt finds no item: that was ours (scenario 32).
     */
    boolean delete(Keys.Key key, String condition, Map<String, AttributeValue> values) {
        DeleteItemRequest request = DeleteItemRequest.builder()
                .tableName(name)
                .key(key.item())
                .conditionExpression(condition)
                .expressionAttributeValues(values)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
        return conditional(
                () -> client.deleteItem(request),
                refused -> wasRepeated(refused) && refused.item().isEmpty());
    }

    private static boolean wasRepeated(SdkException e) {
        Integer attempts = e.numAttempts();
        return attempts != null && attempts > 1;
    }

    /** Deletes an item, if it is there. */
    void delete(Keys.Key key) {
        patiently(() -> client.deleteItem(delete -> delete.tableName(name).key(key.item())));
    }

    private boolean conditional(Runnable request, Predicate<ConditionalCheckFailedException> ours) {
        return patiently(() -> {
            try {
                request.run();
                return true;
            } catch (ConditionalCheckFailedException refused) {
                return ours.test(refused);
            }
        });
    }

    /** A write that meets a transaction on its item is refused, and may come again. */
    private <T> T patiently(Supplier<T> request) {
        Pause pause = new Pause();
        while (true) {
            try {
                return guarded(request);
            } catch (OutboxStoreException e) {
                if (!(e.getCause() instanceof TransactionConflictException)) {
                    throw e;
                }
                events.conflict();
                pause.next("a write");
            }
        }
    }

    /**
     * Runs a transaction. Attempts that the service cancelled have tokens of their own; the SDK repeats one whose
     * answer was lost with the same token, and so gets the same answer.
     *
     * @throws OutboxStoreException if its outcome is not known, or it did not get through the contention
     */
    TransactOutcome transact(List<TransactWriteItem> actions) {
        Pause pause = new Pause();
        String token = UUID.randomUUID().toString();
        while (true) {
            TransactWriteItemsRequest request = TransactWriteItemsRequest.builder()
                    .transactItems(actions)
                    .clientRequestToken(token)
                    .build();
            try {
                client.transactWriteItems(request);
                return new TransactOutcome.Done();
            } catch (TransactionCanceledException cancelled) {
                if (has(cancelled, "ConditionalCheckFailed")) {
                    return new TransactOutcome.Refused(cancelled.cancellationReasons());
                }
                if (has(cancelled, "TransactionConflict")) {
                    events.conflict();
                } else if (!has(cancelled, "ThrottlingError") && !has(cancelled, "ProvisionedThroughputExceeded")) {
                    throw failure(cancelled);
                }
                token = UUID.randomUUID().toString();
            } catch (TransactionInProgressException same) {
                // An attempt whose answer was lost is still at work: the same token asks for its outcome.
            } catch (SdkException e) {
                throw failure(e);
            }
            pause.next("a transaction");
        }
    }

    private static boolean has(TransactionCanceledException cancelled, String code) {
        return cancelled.cancellationReasons().stream()
                .map(CancellationReason::code)
                .anyMatch(code::equals);
    }

    private <T> T guarded(Supplier<T> request) {
        try {
            return request.get();
        } catch (SdkException e) {
            throw failure(e);
        }
    }

    private OutboxStoreException failure(SdkException e) {
        return new OutboxStoreException(
                "OUTBOX-06001", "DynamoDB refused a request to table " + name + ": " + e.getMessage(), e);
    }
}

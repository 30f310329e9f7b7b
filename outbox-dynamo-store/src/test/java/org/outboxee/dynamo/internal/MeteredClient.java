package org.outboxee.dynamo.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** A client that asks the server what every request consumes, and adds it up. */
final class MeteredClient implements InvocationHandler {

    private static final ReturnConsumedCapacity TOTAL = ReturnConsumedCapacity.TOTAL;

    private final DynamoDbClient server;
    private final DoubleAdder reads = new DoubleAdder();
    private final DoubleAdder writes = new DoubleAdder();
    private final LongAdder requests = new LongAdder();

    MeteredClient(DynamoDbClient server) {
        this.server = server;
    }

    DynamoDbClient client() {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, this);
    }

    /** What was consumed since this was asked last. */
    Cost take() {
        return new Cost(reads.sumThenReset(), writes.sumThenReset(), requests.sumThenReset());
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        if (arguments != null && arguments.length == 1 && arguments[0] instanceof Consumer) {
            return InvocationHandler.invokeDefault(self, method, arguments);
        }
        if (arguments != null && arguments.length == 1) {
            arguments[0] = metered(arguments[0]);
        }
        try {
            Object answer = method.invoke(server, arguments);
            count(answer);
            return answer;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object metered(Object request) {
        if (request instanceof QueryRequest query) {
            return query.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof GetItemRequest get) {
            return get.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof BatchGetItemRequest get) {
            return get.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof TransactGetItemsRequest get) {
            return get.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof TransactWriteItemsRequest write) {
            return write.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof UpdateItemRequest update) {
            return update.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof DeleteItemRequest delete) {
            return delete.toBuilder().returnConsumedCapacity(TOTAL).build();
        }
        return request;
    }

    private void count(Object answer) {
        if (answer instanceof QueryResponse query) {
            add(reads, List.of(query.consumedCapacity()));
        } else if (answer instanceof GetItemResponse get) {
            add(reads, List.of(get.consumedCapacity()));
        } else if (answer instanceof BatchGetItemResponse get) {
            add(reads, get.consumedCapacity());
        } else if (answer instanceof TransactGetItemsResponse get) {
            add(reads, get.consumedCapacity());
        } else if (answer instanceof TransactWriteItemsResponse write) {
            add(writes, write.consumedCapacity());
        } else if (answer instanceof UpdateItemResponse update) {
            add(writes, List.of(update.consumedCapacity()));
        } else if (answer instanceof DeleteItemResponse delete) {
            add(writes, List.of(delete.consumedCapacity()));
        }
    }

    private void add(DoubleAdder sum, Collection<ConsumedCapacity> consumed) {
        requests.increment();
        consumed.forEach(capacity -> sum.add(capacity.capacityUnits()));
    }

    /**
     * What some work has consumed.
     *
     * @param reads read units
     * @param writes write units
     * @param requests requests
     */
    record Cost(double reads, double writes, double requests) {

        Cost per(int messages) {
            return new Cost(reads / messages, writes / messages, requests / messages);
        }

        Cost plus(Cost other) {
            return new Cost(reads + other.reads, writes + other.writes, requests + other.requests);
        }
    }
}

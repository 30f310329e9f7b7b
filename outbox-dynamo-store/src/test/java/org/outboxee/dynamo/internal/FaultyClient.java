package org.outboxee.dynamo.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A client that does to the answers of the server what the service does in bad moments, and the server never: it
 * conflicts, throttles, loses answers and shows a part of a transaction. It writes down every request.
 */
final class FaultyClient implements InvocationHandler {

    private final DynamoDbClient server;
    private final DynamoDbClient proxy;
    private final Queue<Fault<?>> faults = new ConcurrentLinkedQueue<>();
    private final List<DynamoDbRequest> requests = new CopyOnWriteArrayList<>();

    private record Fault<R>(Class<?> request, Function<Supplier<R>, R> effect) {}

    FaultyClient(DynamoDbClient server) {
        this.server = server;
        proxy = (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, this);
    }

    /** The client to give to a store. */
    DynamoDbClient client() {
        return proxy;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        boolean built = arguments != null && arguments.length == 1 && arguments[0] instanceof Consumer;
        if (built) {
            return InvocationHandler.invokeDefault(self, method, arguments); // calls the one with the request
        }
        Supplier<Object> call = () -> call(method, arguments);
        if (arguments != null && arguments.length == 1 && arguments[0] instanceof DynamoDbRequest request) {
            requests.add(request);
            Optional<Fault<?>> next = faults.stream()
                    .filter(fault -> fault.request().isInstance(request))
                    .findFirst();
            if (next.isPresent() && faults.remove(next.get())) {
                @SuppressWarnings("unchecked") // the test names a request and the type of its answer
                Fault<Object> known = (Fault<Object>) next.get();
                return known.effect().apply(call);
            }
        }
        return call.get();
    }

    private Object call(Method method, Object[] arguments) {
        try {
            return method.invoke(server, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    List<DynamoDbRequest> requests() {
        return requests;
    }

    /** The next request of a kind is refused. */
    void refuse(Class<? extends DynamoDbRequest> request, RuntimeException exception) {
        faults.add(new Fault<Object>(request, call -> {
            throw exception;
        }));
    }

    /** The next request of a kind is done, and its answer is lost. */
    void loseAnswer(Class<? extends DynamoDbRequest> request) {
        answerWith(request, SdkClientException.create("The answer is lost"));
    }

    /** The next request of a kind is done, and fails for the caller. */
    void answerWith(Class<? extends DynamoDbRequest> request, RuntimeException exception) {
        faults.add(new Fault<>(request, call -> {
            Object unused = call.get();
            throw exception;
        }));
    }

    /** The answer to the next request of a kind is changed. */
    <R> void change(Class<? extends DynamoDbRequest> request, UnaryOperator<R> changed) {
        faults.add(new Fault<R>(request, call -> changed.apply(call.get())));
    }

    /** Something happens before the next request of a kind is sent. */
    void before(Class<? extends DynamoDbRequest> request, Runnable action) {
        faults.add(new Fault<>(request, call -> {
            action.run();
            return call.get();
        }));
    }

    static TransactionCanceledException cancelled(String... codes) {
        return TransactionCanceledException.builder()
                .message("Transaction cancelled, please refer cancellation reasons for specific reasons")
                .cancellationReasons(Arrays.stream(codes)
                        .map(code -> CancellationReason.builder().code(code).build())
                        .toList())
                .build();
    }
}

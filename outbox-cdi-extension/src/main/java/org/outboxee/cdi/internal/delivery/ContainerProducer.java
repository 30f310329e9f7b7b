package org.outboxee.cdi.internal.delivery;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxException;
import org.outboxee.cdi.internal.tracing.Tracing;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.Producer;

/**
 * Puts a producer into the container: request context and {@code DeliveryInfo} while it runs, the application's own
 * exception when it fails, and no transaction left behind. Safe for concurrent use.
 */
public final class ContainerProducer implements Producer {

    private final Producer producer;
    private final RequestScope requestScope;
    private final CurrentDelivery currentDelivery;
    private final Tracing tracing;
    private final LeftTransaction leftTransaction;

    /** A producer around another. */
    public ContainerProducer(
            Producer producer,
            RequestScope requestScope,
            CurrentDelivery currentDelivery,
            Tracing tracing,
            TransactionSynchronizationRegistry registry) {
        this.producer = producer;
        this.requestScope = requestScope;
        this.currentDelivery = currentDelivery;
        this.tracing = tracing;
        this.leftTransaction = new LeftTransaction(registry);
    }

    @Override
    public void deliver(Delivery delivery) throws Exception {
        @Nullable Throwable failure = null;
        try {
            requestScope.within(() -> currentDelivery.during(
                    delivery, () -> tracing.attempt(delivery, () -> producer.deliver(delivery))));
        } catch (Throwable thrown) {
            failure = ApplicationException.in(thrown);
        }
        Optional<OutboxException> left = leftTransaction.rollBack(delivery);
        if (failure == null) {
            if (left.isPresent()) {
                throw left.get();
            }
            return;
        }
        left.ifPresent(failure::addSuppressed);
        if (failure instanceof Error error) {
            throw error;
        }
        throw failure instanceof Exception exception ? exception : new IllegalStateException(failure);
    }

    @Override
    public Set<String> bindings(String messageName) {
        return producer.bindings(messageName);
    }

    @Override
    public Optional<Map<String, Set<String>>> handled() {
        return producer.handled();
    }

    @Override
    public boolean completes(String messageName, String binding) {
        return producer.completes(messageName, binding);
    }
}

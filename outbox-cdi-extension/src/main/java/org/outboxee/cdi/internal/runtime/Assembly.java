package org.outboxee.cdi.internal.runtime;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toUnmodifiableSet;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.json.bind.JsonbBuilder;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.outboxee.HeaderContributor;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.cdi.internal.config.OutboxConfig;
import org.outboxee.cdi.internal.container.ContainerExecutor;
import org.outboxee.cdi.internal.container.ContainerServices;
import org.outboxee.cdi.internal.container.ContainerTransactions;
import org.outboxee.cdi.internal.container.NewTransaction;
import org.outboxee.cdi.internal.delivery.ContainerProducer;
import org.outboxee.cdi.internal.delivery.CurrentDelivery;
import org.outboxee.cdi.internal.delivery.JsonbCodec;
import org.outboxee.cdi.internal.delivery.ObserverHandler;
import org.outboxee.cdi.internal.delivery.RequestScope;
import org.outboxee.cdi.internal.delivery.TransactionalHandler;
import org.outboxee.cdi.internal.discovery.Deployment;
import org.outboxee.cdi.internal.discovery.HandlerMethod;
import org.outboxee.cdi.internal.emit.AppendOutcome;
import org.outboxee.cdi.internal.emit.DepthLimit;
import org.outboxee.cdi.internal.emit.EmitHeaders;
import org.outboxee.cdi.internal.emit.Emitter;
import org.outboxee.cdi.internal.emit.Payloads;
import org.outboxee.cdi.internal.management.Registration;
import org.outboxee.cdi.internal.management.RelayManagement;
import org.outboxee.cdi.internal.metrics.Meters;
import org.outboxee.cdi.internal.metrics.MetersSource;
import org.outboxee.cdi.internal.metrics.OutboxMeters;
import org.outboxee.cdi.internal.tracing.Tracing;
import org.outboxee.cdi.internal.tracing.TracingSource;
import org.outboxee.relay.Dispatcher;
import org.outboxee.relay.Handler;
import org.outboxee.relay.HandlerOptions;
import org.outboxee.relay.HandlerRegistration;
import org.outboxee.relay.Relay;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.PayloadCodec;
import org.outboxee.spi.Producer;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;
import org.outboxee.spi.Ticker;
import org.outboxee.spi.TransactionRunner;

/** Puts the parts together: the application's beans, the container's services, the store and the relay. */
@Dependent
public class Assembly {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");

    @Inject
    Deployment deployment;

    @Inject
    BeanManager beanManager;

    @Inject
    NewTransaction newTransaction;

    @Inject
    RequestScope requestScope;

    @Inject
    CurrentDelivery currentDelivery;

    @Inject
    @Any
    Instance<MetersSource> meterSources;

    @Inject
    @Any
    Instance<TracingSource> tracingSources;

    /**
     * Opens the store and builds everything on it.
     *
     * @throws OutboxConfigurationException if the container lacks something, or the store is not as it must be
     */
    OpenOutbox open() {
        Closer closer = new Closer();
        try {
            return open(closer);
        } catch (RuntimeException | Error e) { // an Error, such as a class that the server does not have
            closer.close();
            throw e;
        }
    }

    private OpenOutbox open(Closer closer) {
        OutboxConfig config = deployment.config();
        BeanReferences references = closer.add(new BeanReferences(beanManager));
        ContainerExecutor executor = closer.add(new ContainerExecutor(
                ContainerServices.executor(config.executor()),
                ContainerServices.scheduledExecutor(config.scheduledExecutor()),
                ContainerServices.threadFactory(config.threadFactory()),
                Ticker.SYSTEM));
        TransactionSynchronizationRegistry registry = ContainerServices.transactions();
        TransactionRunner transactions = new ContainerTransactions(newTransaction, registry);
        OutboxMetrics metrics = deployment
                .metrics()
                .map(bean -> references.get(bean, OutboxMetrics.class))
                .orElseGet(() -> meters(config.name(), closer));
        PayloadCodec codec = deployment
                .codec()
                .map(bean -> references.get(bean, PayloadCodec.class))
                .orElseGet(() -> new JsonbCodec(closer.add(JsonbBuilder.create())));
        Tracing tracing = tracingSources.stream()
                .flatMap(source -> source.open().stream())
                .findFirst()
                .orElse(Tracing.NONE);
        Producer producer = new ContainerProducer(
                producer(references, codec, registry, enabled()), requestScope, currentDelivery, tracing, registry);
        // Those that this node does not deliver to get their messages all the same: another node does.
        Producer addressed = producer(references, codec, registry, deployment.handlers());

        AtomicReference<@Nullable Relay> owner = new AtomicReference<>(); // the relay needs the store, and the store it
        StoreProvider provider = provider(references);
        OutboxBackend backend = closer.add(provider.open(new StoreContext(
                config.name(),
                config.partitions(),
                transactions,
                executor::execute,
                () -> owned(owner.get()),
                Ticker.SYSTEM,
                config.retention(),
                metrics,
                deployment.settings()::text)));
        Relay relay = Relay.builder()
                .store(backend.store())
                .leases(backend.leases())
                .producer(producer)
                .executor(executor)
                .config(config.relay())
                .handlers(options())
                .partitions(config.partitions())
                .metrics(metrics)
                .build();
        owner.set(relay);
        closer.add(new Registration(config.name(), new RelayManagement(relay, producer)));
        Emitter emitter = new Emitter(
                registry,
                config.emitsOutsideTransactions() ? Optional.of(transactions) : Optional.empty(),
                backend.appender(),
                new Payloads(codec, readers()),
                addressed,
                new EmitHeaders(
                        references.get(deployment.contributors(), HeaderContributor.class),
                        tracing::currentContext,
                        currentDelivery::get),
                new AppendOutcome(relay::wake, metrics),
                config.maxDepth()
                        .map(max -> new DepthLimit(
                                max,
                                backend.store()::depth,
                                executor::execute,
                                Ticker.SYSTEM,
                                () -> currentDelivery.get().isPresent())));
        return new OpenOutbox(provider.name(), backend.store(), emitter, relay, executor, closer);
    }

    private OutboxMetrics meters(String outboxName, Closer closer) {
        List<Meters> libraries = meterSources.stream()
                .flatMap(source -> source.open(outboxName).stream())
                .toList();
        return closer.add(new OutboxMeters(libraries)); // also without any: health and JMX tell what is sampled
    }

    private static List<Integer> owned(@Nullable Relay relay) {
        return relay == null ? List.of() : relay.ownedPartitions();
    }

    private List<HandlerMethod> enabled() {
        List<HandlerMethod> enabled = deployment.handlers().stream()
                .filter(handler -> deployment.settingsOf(handler).enabled())
                .toList();
        if (enabled.size() < deployment.handlers().size()) {
            List<HandlerMethod> disabled = new ArrayList<>(deployment.handlers());
            disabled.removeAll(enabled);
            LOG.log(
                    Level.WARNING,
                    "OUTBOX-05064: This node does not deliver to " + disabled
                            + ", since outbox.handler.<name>.enabled is"
                            + " false; their messages wait for a node that does");
        }
        return enabled;
    }

    private Map<String, Map<String, HandlerOptions>> options() {
        return deployment.handlers().stream()
                .collect(groupingBy(
                        HandlerMethod::name,
                        toMap(
                                HandlerMethod::binding,
                                handler -> deployment.settingsOf(handler).options())));
    }

    private Producer producer(
            BeanReferences references,
            PayloadCodec codec,
            TransactionSynchronizationRegistry registry,
            List<HandlerMethod> handlers) {
        if (deployment.producer().isPresent()) {
            if (!deployment.handlers().isEmpty()) {
                LOG.log(
                        Level.WARNING,
                        "OUTBOX-05051: "
                                + deployment.producer().get().getBeanClass().getName()
                                + " takes all messages, since it is a Producer; these handlers are never called: "
                                + deployment.handlers());
            }
            return references.get(deployment.producer().get(), Producer.class);
        }
        return new Dispatcher(
                handlers.stream()
                        .map(handler -> registration(handler, registry))
                        .toList(),
                codec);
    }

    /**
     * Only JSON is read back at emit: decoding may be work for an application's own codec, or not be possible yet, as
     * for one that finds the content elsewhere. And what a producer does with a payload is its own affair.
     */
    private Map<String, Set<Type>> readers() {
        if (deployment.codec().isPresent() || deployment.producer().isPresent()) {
            return Map.of();
        }
        return deployment.handlers().stream()
                .collect(groupingBy(
                        HandlerMethod::name,
                        mapping(handler -> handler.observer().getObservedType(), toUnmodifiableSet())));
    }

    private HandlerRegistration registration(HandlerMethod handler, TransactionSynchronizationRegistry registry) {
        Handler observer = new ObserverHandler<>(handler.observer());
        return new HandlerRegistration(
                handler.name(),
                handler.binding(),
                handler.observer().getObservedType(),
                handler.transactional()
                        ? new TransactionalHandler(observer, registry, transactionTimeout(handler))
                        : observer,
                handler.transactional());
    }

    /**
     * As long as a claim is sure to last when a delivery starts: an interrupted handler still has time to roll back.
     */
    private Duration transactionTimeout(HandlerMethod handler) {
        RelayConfig relay = deployment.config().relay();
        return deployment
                .settingsOf(handler)
                .options()
                .deliveryTimeout()
                .orElse(relay.deliveryTimeout())
                .plus(relay.settleTimeout());
    }

    private StoreProvider provider(BeanReferences references) {
        List<StoreProvider> present = references.get(deployment.stores(), StoreProvider.class);
        Optional<String> wanted = deployment.config().store();
        List<StoreProvider> chosen = present.stream()
                .filter(provider -> wanted.isEmpty() || provider.name().equals(wanted.get()))
                .toList();
        if (chosen.size() != 1) {
            throw new OutboxConfigurationException(
                    "OUTBOX-05023",
                    "outbox.store is \"" + wanted.orElse("") + "\"; allowed is the name of one of the stores that are"
                            + " present: "
                            + present.stream().map(StoreProvider::name).toList());
        }
        return chosen.get(0);
    }
}

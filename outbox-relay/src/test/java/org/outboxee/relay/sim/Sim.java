package org.outboxee.relay.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxee.memory.MemoryBackend;
import org.outboxee.relay.HandlerOptions;
import org.outboxee.relay.Relay;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.Availability;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.Producer;
import org.outboxee.spi.Retention;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.TransactionRunner;

/**
 * An outbox in virtual time: one store, one producer, and relays on nodes of their own. Used by one thread at a time.
 */
public final class Sim implements AutoCloseable {

    /** The name of messages that a test gives none. */
    public static final String NAME = "test.message";

    private static final TransactionRunner DIRECTLY = new TransactionRunner() {
        @Override
        public <T> T requireNew(Supplier<T> work) {
            return work.get();
        }
    };

    private final VirtualTime time;
    private final MemoryBackend backend;
    private final TestStore store;
    private final TestLeases leases;
    private final TestProducer producer;
    private final CountingMetrics metrics = new CountingMetrics();
    private final int partitions;

    private Sim(VirtualTime time, int partitions, Retention retention) {
        this.time = time;
        this.partitions = partitions;
        backend = new MemoryBackend(
                new StoreContext(
                        "test",
                        partitions,
                        DIRECTLY,
                        Runnable::run,
                        List::of,
                        time,
                        retention,
                        key -> Optional.empty()),
                time);
        store = new TestStore(backend.store(), time);
        leases = new TestLeases(backend.leases(), time);
        producer = new TestProducer(time);
    }

    /** One partition, tasks in order. */
    public static Sim create() {
        return create(1);
    }

    /** So many partitions, tasks in order. */
    public static Sim create(int partitions) {
        return create(partitions, Retention.NONE);
    }

    /** The same with a store that keeps what was delivered. */
    public static Sim create(int partitions, Retention retention) {
        return new Sim(VirtualTime.inOrder(), partitions, retention);
    }

    /** The clock. */
    public VirtualTime time() {
        return time;
    }

    /** The store. */
    public TestStore store() {
        return store;
    }

    /** The producer of all relays. */
    public TestProducer producer() {
        return producer;
    }

    /** The metrics of all relays. */
    public CountingMetrics metrics() {
        return metrics;
    }

    /** Who owns what. */
    public TestLeases leases() {
        return leases;
    }

    /** Starts a relay on a node of its own and lets it take the partitions. */
    public Relay start(RelayConfig config) {
        Relay relay = relay(time.node(), config, producer, "node");
        relay.start();
        time.settle();
        return relay;
    }

    /** The same with options of the handlers of {@link #message}'s name, by binding. */
    public Relay start(RelayConfig config, Map<String, HandlerOptions> options) {
        Relay relay = builder(time.node(), config, producer, "node")
                .handlers(Map.of(NAME, options))
                .build();
        relay.start();
        time.settle();
        return relay;
    }

    /** A relay that is not started. */
    public Relay relay(Node node, RelayConfig config, Producer itsProducer, String owner) {
        return builder(node, config, itsProducer, owner).build();
    }

    private Relay.Builder builder(Node node, RelayConfig config, Producer itsProducer, String owner) {
        return Relay.builder()
                .store(store)
                .leases(leases)
                .producer(itsProducer)
                .executor(node)
                .config(config)
                .partitions(partitions)
                .owner(owner)
                .metrics(metrics)
                .ticker(time)
                .random(new SplittableRandom(1));
    }

    /** Commits keyed messages in one transaction; returns their partitions. */
    public Set<Integer> emit(String key, String... ids) {
        return append(Arrays.stream(ids).map(id -> message(id, NAME, key)).toList());
    }

    /** Commits keyless messages in one transaction; returns their partitions. */
    public Set<Integer> emitKeyless(String... ids) {
        return append(Arrays.stream(ids).map(id -> message(id, NAME, null)).toList());
    }

    /** A message that is due at once, for the default binding. */
    public static OutboxMessage message(String id, String name, @Nullable String key) {
        return message(id, name, key, "default");
    }

    /** A message that is due at once, for one binding. */
    public static OutboxMessage message(String id, String name, @Nullable String key, String binding) {
        return new OutboxMessage(
                id,
                name,
                key,
                ("payload of " + id).getBytes(UTF_8),
                Map.of("header", "of " + id),
                new Availability.Now(),
                Set.of(binding));
    }

    /** Commits messages in one transaction; returns their partitions. */
    public Set<Integer> append(List<OutboxMessage> messages) {
        var append = backend.appender().append(messages);
        append.committed();
        return append.partitions();
    }

    /** Lets time pass until nothing is pending or claimed. */
    public boolean runUntilDelivered(Duration atMost) {
        return time.runUntil(
                () -> store.counts().pending() == 0 && store.counts().claimed() == 0, atMost);
    }

    @Override
    public void close() {
        time.close();
    }
}

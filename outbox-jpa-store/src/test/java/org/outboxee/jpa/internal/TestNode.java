package org.outboxee.jpa.internal;

import static org.awaitility.Awaitility.await;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.jpa.testing.BreakableDatabase;
import org.outboxee.jpa.testing.BreakingPoint;
import org.outboxee.jpa.testing.DeliveryWitness;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.Purchase;
import org.outboxee.jpa.testing.RelayThreads;
import org.outboxee.relay.Relay;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;

/** A node that emits and delivers: the store and one relay on real threads, as an application has them. */
final class TestNode implements AutoCloseable {

    static final Duration POLL = Duration.ofMillis(100);
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final int PARTITIONS = 4;

    private static final String EFFECT = "effect of ";

    private static final AtomicInteger PURCHASES = new AtomicInteger();

    final DeliveryWitness witness = new DeliveryWitness();
    final JpaBackend backend;
    final Relay relay;
    private final AtomicInteger polls = new AtomicInteger();
    private final BreakingPoint breakingPoint;
    private final EntityManagerFactory factory;
    private final ExecutorService background = Executors.newSingleThreadExecutor();
    private final RelayThreads threads = new RelayThreads();

    /** Starts on a database, whose tables it creates, and returns when it delivers. */
    static TestNode start(Provider provider, BreakableDatabase database) {
        TestNode node = new TestNode(provider, database);
        await().atMost(PATIENCE).until(() -> node.owned().size() == PARTITIONS);
        return node;
    }

    /** Starts on a database that may not let it deliver. */
    TestNode(Provider provider, BreakableDatabase database) {
        breakingPoint = database.breakingPoint();
        factory = provider.createFactory("shop", database.dataSource(), Map.of());
        Jta.commit(() -> inEntityManager(
                entities -> entities.createNativeQuery(Purchase.TABLE).executeUpdate()));
        backend = JpaBackend.open(
                factory,
                new StoreContext(
                        "test",
                        PARTITIONS,
                        this::requireNew,
                        background,
                        this::owned,
                        Ticker.SYSTEM,
                        key -> key.equals(SchemaMode.KEY) ? Optional.of("create") : Optional.empty()));
        relay = Relay.builder()
                .store(breakable(backend.store()))
                .leases(backend.leases())
                .producer(witness)
                .executor(threads)
                .config(RelayConfig.builder()
                        .pollInterval(POLL)
                        .backoffInitial(Duration.ofMillis(1))
                        .build())
                .partitions(PARTITIONS)
                .build();
        relay.start();
    }

    private List<Integer> owned() {
        return relay == null ? List.of() : relay.ownedPartitions();
    }

    private <T> T requireNew(Supplier<T> work) {
        T result = Jta.requireNew(work);
        breakingPoint.committed();
        return result;
    }

    /** Each call to the store is an activity by the method's name. */
    private OutboxStore breakable(OutboxStore store) {
        return (OutboxStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {OutboxStore.class}, (self, method, arguments) -> {
                    if (method.getName().equals("partitionsWithWork")) {
                        polls.incrementAndGet();
                    }
                    try {
                        return breakingPoint.during(method.getName(), () -> {
                            try {
                                return method.invoke(store, arguments);
                            } catch (InvocationTargetException e) {
                                throw new Thrown(e.getCause());
                            } catch (IllegalAccessException e) {
                                throw new IllegalStateException(e);
                            }
                        });
                    } catch (Thrown e) {
                        throw e.getCause();
                    }
                });
    }

    private static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Thrown(Throwable cause) {
            super(cause);
        }
    }

    /**
     * A business transaction: writes a purchase for each message, emits them, commits and wakes the relay. The append
     * is activity {@code append}.
     */
    void commit(OutboxMessage... messages) {
        Jta.commit(() -> {
            inEntityManager(entities -> {
                for (OutboxMessage message : messages) {
                    entities.persist(new Purchase(PURCHASES.incrementAndGet(), message.id()));
                }
            });
            Jta.beforeCompletion(() -> Jta.beforeCompletion(() ->
                    breakingPoint.during("append", () -> backend.appender().append(List.of(messages)))));
        });
        relay.wake(Set.of(0, 1, 2, 3));
    }

    /** Emits in a transaction that writes nothing else. */
    void commitAlone(OutboxMessage message) {
        Jta.commit(() -> Jta.beforeCompletion(() -> backend.appender().append(List.of(message))));
    }

    /** A business transaction that reads, lets something happen, and then emits. */
    void readThenCommit(Runnable meanwhile, OutboxMessage message) {
        Jta.commit(() -> {
            inEntityManager(entities -> entities.createQuery("select p.item from Purchase p", String.class)
                    .getResultList());
            meanwhile.run();
            Jta.beforeCompletion(() -> backend.appender().append(List.of(message)));
        });
    }

    /** Handles a message in a transaction that leaves an effect in the database, and completes it. */
    void handleInTransaction(Delivery delivery) {
        breakingPoint.during("handle", () -> {
            Jta.commit(() -> {
                inEntityManager(entities ->
                        entities.persist(new Purchase(PURCHASES.incrementAndGet(), EFFECT + delivery.messageId())));
                delivery.complete();
            });
            breakingPoint.committed();
            return "done";
        });
    }

    /** The messages whose effects the database has committed, in order. */
    List<String> effects() {
        return Jta.requireNew(() -> {
            try (EntityManager entities = factory.createEntityManager()) {
                return entities
                        .createQuery(
                                "select p.item from Purchase p where p.item like :effects order by p.id", String.class)
                        .setParameter("effects", EFFECT + "%")
                        .getResultList()
                        .stream()
                        .map(effect -> effect.substring(EFFECT.length()))
                        .toList();
            }
        });
    }

    /** The messages whose business transactions the database has committed. */
    Set<String> committed() {
        return Jta.requireNew(() -> {
            try (EntityManager entities = factory.createEntityManager()) {
                return Set.copyOf(entities.createQuery(
                                "select p.item from Purchase p where p.item not like :effects", String.class)
                        .setParameter("effects", EFFECT + "%")
                        .getResultList());
            }
        });
    }

    /** Waits until the relay has polled so many times more. */
    void awaitPolls(int more) {
        int target = polls.get() + more;
        await("the relay polls").atMost(PATIENCE).until(() -> polls.get() >= target);
    }

    /** Waits until nothing is pending or claimed. */
    void awaitIdle() {
        await("nothing is pending or claimed")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptions()
                .until(() -> backend.store().counts(), new OutboxCounts(0, 0, 0)::equals);
    }

    private void inEntityManager(Consumer<EntityManager> work) {
        try (EntityManager entities = factory.createEntityManager()) {
            entities.joinTransaction();
            work.accept(entities);
        }
    }

    @Override
    public void close() {
        relay.stop();
        backend.close();
        background.shutdown();
        threads.close();
        factory.close();
    }
}

package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.Outbox;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.memory.MemoryStoreProvider;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;

/** Applications on one store share its partitions, as servers on one database do. */
class SharedOutboxTest {

    private static final String HEARTBEAT = "outbox heartbeat";
    private static final List<Integer> ALL = IntStream.range(0, 8).boxed().toList();

    private static volatile MemoryStoreProvider storage = new MemoryStoreProvider();
    private static final List<StoreContext> OPENED = new CopyOnWriteArrayList<>();
    private static final List<OutboxBackend> BACKENDS = new CopyOnWriteArrayList<>();
    private static final List<String> HANDLED = new CopyOnWriteArrayList<>();

    @BeforeEach
    void forget() {
        storage = new MemoryStoreProvider();
        OPENED.clear();
        BACKENDS.clear();
        HANDLED.clear();
    }

    private static WeldContainer start() {
        return Applications.withoutStore(Shared.class, Handler.class)
                .addExtension(Configured.with(
                        "outbox.partitions=8", "outbox.node-lease=PT3S", "outbox.emit.transaction=auto"))
                .initialize();
    }

    private static List<Integer> owned(int application) {
        return OPENED.get(application).ownedPartitions().get();
    }

    private static List<NodeBeat> nodes() {
        return BACKENDS.get(0).leases().look().nodes();
    }

    private static long heartbeats() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(HEARTBEAT))
                .count();
    }

    @Test
    void two_applications_share_the_partitions_and_the_one_that_stays_gets_them_all() {
        try (WeldContainer second = startSecond()) {
            assertThat(nodes()).hasSize(1);
            Outbox outbox = second.select(Outbox.class).get();
            for (int i = 0; i < 20; i++) {
                outbox.emit("h", "m" + i);
            }
            await().until(() -> HANDLED.size() == 20);
        }
        assertThat(nodes()).isEmpty();
        assertThat(heartbeats()).as("threads of the heartbeat").isZero();
    }

    /** Returns when the first has stopped. */
    private static WeldContainer startSecond() {
        WeldContainer first = start();
        await().until(() -> owned(0).equals(ALL));
        WeldContainer second = start();
        await().until(() -> owned(0).size() == 4 && owned(1).size() == 4);
        List<Integer> both = new ArrayList<>(owned(0));
        both.addAll(owned(1));
        assertThat(both).containsExactlyInAnyOrderElementsOf(ALL);
        assertThat(heartbeats()).isEqualTo(2);
        first.close();
        await().until(() -> owned(1).equals(ALL));
        return second;
    }

    @Test
    void a_node_says_which_handlers_it_has() {
        try (WeldContainer container = start()) {
            await().until(() -> !nodes().isEmpty());
            assertThat(container.isRunning()).isTrue();
            assertThat(nodes())
                    .singleElement()
                    .satisfies(node -> assertThat(node.node().handled())
                            .isEqualTo(Optional.of(Map.of("h", Set.of("default", "audit")))));
        }
    }

    @Test
    void a_thread_factory_that_is_not_there_is_named() {
        assertThatThrownBy(() -> Applications.weld()
                        .addExtension(Configured.with("outbox.thread-factory=java:comp/nothing"))
                        .initialize()
                        .close())
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContainingAll("OUTBOX-05043", "ManagedThreadFactory", "java:comp/nothing");
    }

    @ApplicationScoped
    static class Handler {
        void handle(@Observes @OutboxHandler("h") String payload) {
            HANDLED.add(payload);
        }

        void audit(@Observes @OutboxHandler(value = "h", binding = "audit") String payload) {
            // It is there.
        }
    }

    /** Outlives the applications, as a database does. */
    @Singleton
    static class Shared implements StoreProvider {
        @Override
        public String name() {
            return "shared";
        }

        @Override
        public OutboxBackend open(StoreContext context) {
            OPENED.add(context);
            OutboxBackend backend = storage.open(context);
            BACKENDS.add(backend);
            return backend;
        }
    }
}

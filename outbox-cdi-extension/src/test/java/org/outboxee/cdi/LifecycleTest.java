package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.Outbox;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.OutboxHandler;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.RecordId;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.Log;
import org.outboxee.cdi.testing.RecordingStore;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;

class LifecycleTest {

    /** What the beans below saw; static, since it outlives their container. */
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    private static volatile CountDownLatch handlerRuns = new CountDownLatch(1);
    private static volatile CountDownLatch handlerMayEnd = new CountDownLatch(1);

    @AutoClose
    private final Log log = new Log();

    @BeforeEach
    void forget() {
        EVENTS.clear();
        handlerRuns = new CountDownLatch(1);
        handlerMayEnd = new CountDownLatch(1);
    }

    private static Weld application(Class<?>... beans) {
        return Applications.withoutStore(beans).addExtension(Configured.with("outbox.emit.transaction=auto"));
    }

    @Test
    void start_and_stop_say_what_runs() {
        try (WeldContainer container =
                application(RecordingStore.class, Handler.class).initialize()) {
            assertThat(container.isRunning()).isTrue();
        }
        assertThat(log.lines())
                .containsExactly(
                        "INFO OUTBOX-05041: Outbox default started: store recording, 32 partitions, 1 handlers, 4 workers",
                        "INFO OUTBOX-05042: Outbox default stopped");
    }

    @Test
    void starting_and_stopping_again_changes_nothing() {
        RecordingStore store;
        try (WeldContainer container = application(RecordingStore.class).initialize()) {
            store = container.select(RecordingStore.class).get();
            container.event().select(Startup.class).fire(new Startup());
            container.event().select(Shutdown.class).fire(new Shutdown());
            assertThat(store.events).containsExactly("close");
            container.event().select(Shutdown.class).fire(new Shutdown());
            container.event().select(Startup.class).fire(new Startup());
        }
        assertThat(store.opened).hasSize(1);
        assertThat(store.events).containsExactly("close");
        assertThat(log.lines()).hasSize(2);
    }

    @Test
    void the_store_is_told_what_it_works_for() {
        try (WeldContainer container = Applications.withoutStore(RecordingStore.class)
                .addExtension(Configured.with("outbox.name=shop", "outbox.partitions=3", "outbox.jpa.schema=create"))
                .initialize()) {
            StoreContext context =
                    container.select(RecordingStore.class).get().opened.get(0);
            assertThat(context.outboxName()).isEqualTo("shop");
            assertThat(context.partitions()).isEqualTo(3);
            assertThat(context.setting().apply("outbox.jpa.schema")).contains("create");
            await().until(() -> context.ownedPartitions().get().equals(List.of(0, 1, 2)));
            CountDownLatch ran = new CountDownLatch(1);
            context.background().execute(ran::countDown);
            assertThat(catchThrowable(
                            () -> assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue()))
                    .isNull();
        }
    }

    @Test
    void an_emit_before_the_start_is_delivered_after_it() {
        try (WeldContainer container =
                application(RecordingStore.class, Handler.class, Early.class).initialize()) {
            await().until(() -> EVENTS.contains("handled early"));
            assertThat(EVENTS).startsWith("emitted", "started");
            assertThat(container.select(RecordingStore.class).get().opened).hasSize(1);
        }
    }

    @Test
    void a_running_handler_is_waited_for_and_may_still_emit() throws Exception {
        WeldContainer container =
                application(RecordingStore.class, Handler.class, Slow.class).initialize();
        RecordingStore store = container.select(RecordingStore.class).get();
        container.select(Outbox.class).get().emit("slow", "x");
        assertThat(handlerRuns.await(10, TimeUnit.SECONDS)).isTrue();
        Thread stop = new Thread(container::shutdown);
        stop.start();
        await().until(() -> stop.getState() == Thread.State.TIMED_WAITING || stop.getState() == Thread.State.WAITING);
        assertThat(store.events).doesNotContain("close");
        handlerMayEnd.countDown();
        stop.join();
        assertThat(EVENTS).containsExactly("slow handler ended");
        assertThat(store.events).endsWith("append h", "committed", "close");
    }

    @Test
    void an_emit_after_the_stop_is_refused() {
        try (WeldContainer container =
                application(RecordingStore.class, Late.class).initialize()) {
            assertThat(container.isRunning()).isTrue();
        }
        assertThat(EVENTS).singleElement().asString().contains("OUTBOX-05052");
    }

    @Test
    void a_store_that_cannot_be_opened_keeps_the_application_from_starting() {
        assertThatThrownBy(() -> application(BrokenStore.class).initialize().close())
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("OUTBOX-00001");
    }

    @Test
    void a_store_that_does_not_answer_at_the_start_is_tried_again_until_it_does() {
        try (WeldContainer container = Applications.withoutStore(
                        SleepingStore.class, RecordingStore.class, Handler.class)
                .addExtension(Configured.with("outbox.store=sleeping", "outbox.emit.transaction=auto"))
                .initialize()) {
            Outbox outbox = container.select(Outbox.class).get();
            assertThatThrownBy(() -> outbox.emit("h", "too early"))
                    .isInstanceOf(OutboxStoreException.class)
                    .hasMessageContaining("asleep");

            container.select(SleepingStore.class).get().awake = true;
            await().until(() -> log.lines().stream().anyMatch(line -> line.contains("OUTBOX-05041")));
            outbox.emit("h", "in time");
            await().until(() -> EVENTS.contains("handled in time"));
        }
        assertThat(log.lines())
                .filteredOn(
                        line -> line.startsWith("WARNING OUTBOX-05054: The store of outbox default does not answer"))
                .first()
                .asString()
                .contains("the next attempt is in 1 s", "asleep");
        assertThat(EVENTS).containsExactly("handled in time");
    }

    @Test
    void an_executor_that_is_not_there_is_named() {
        assertThatThrownBy(() -> Applications.weld()
                        .addExtension(Configured.with("outbox.executor=java:comp/nothing"))
                        .initialize()
                        .close())
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContainingAll("OUTBOX-05043", "ManagedExecutorService", "java:comp/nothing");
    }

    @Test
    void something_else_under_the_name_of_an_executor_is_named() {
        assertThatThrownBy(() -> Applications.weld()
                        .addExtension(Configured.with("outbox.executor=java:comp/UserTransaction"))
                        .initialize()
                        .close())
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContainingAll("OUTBOX-05043", "ManagedExecutorService", "java:comp/UserTransaction");
    }

    @Test
    void the_admin_works_on_the_opened_store_and_checks_its_arguments() {
        try (WeldContainer container = application(RecordingStore.class).initialize()) {
            OutboxAdmin admin = container.select(OutboxAdmin.class).get();
            assertThat(admin.deadLetters(1, null).items()).isEmpty();
            assertThatThrownBy(() -> admin.deadLetters(0, null)).hasMessageContaining("1 to 1000");
            assertThatThrownBy(() -> admin.deadLetters(1001, null)).hasMessageContaining("1 to 1000");
            RecordId unknown = new RecordId("none", "default");
            assertThat(admin.replay(unknown)).isFalse();
            assertThat(admin.discard(unknown, "test")).isFalse();
            assertThatThrownBy(() -> admin.discard(unknown, " ")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ApplicationScoped
    static class Handler {
        void handle(@Observes @OutboxHandler("h") String payload) {
            EVENTS.add("handled " + payload);
        }
    }

    @ApplicationScoped
    static class Slow {
        @Inject
        Outbox outbox;

        void handle(@Observes @OutboxHandler("slow") String payload) throws InterruptedException {
            handlerRuns.countDown();
            handlerMayEnd.await();
            outbox.emit("h", "from the slow one");
            EVENTS.add("slow handler ended");
        }
    }

    @ApplicationScoped
    static class Early {
        @Inject
        Outbox outbox;

        void initialized(@Observes @Initialized(ApplicationScoped.class) Object event) {
            outbox.emit("h", "early");
            EVENTS.add("emitted");
        }

        void started(@Observes @Priority(1) Startup event) {
            EVENTS.add("started");
        }
    }

    @ApplicationScoped
    static class Late {
        @Inject
        Outbox outbox;

        void stopped(@Observes @Priority(Integer.MAX_VALUE) Shutdown event) {
            EVENTS.add(String.valueOf(catchThrowable(() -> outbox.emit("h", "late"))));
        }
    }

    /** A database that is down at first. */
    @Singleton
    static class SleepingStore implements StoreProvider {
        @Inject
        RecordingStore store;

        volatile boolean awake;

        @Override
        public String name() {
            return "sleeping";
        }

        @Override
        public OutboxBackend open(StoreContext context) {
            if (!awake) {
                throw new OutboxStoreException("OUTBOX-00002", "the database is asleep", null);
            }
            return store.open(context);
        }
    }

    @Singleton
    static class BrokenStore implements StoreProvider {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public OutboxBackend open(StoreContext context) {
            throw new OutboxConfigurationException("OUTBOX-00001", "the table is missing");
        }
    }
}

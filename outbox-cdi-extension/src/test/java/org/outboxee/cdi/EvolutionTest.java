package org.outboxee.cdi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.json.bind.annotation.JsonbProperty;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.DeliveryInfo;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.admin.DeadLetter;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.memory.MemoryStoreProvider;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.Producer;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;

/** What one release of an application has emitted is delivered by the next one, whose classes are others. */
class EvolutionTest {

    private static final List<String> HANDLED = new CopyOnWriteArrayList<>();

    public record UserRegistered(String name, int age) {}

    public record Registration(String name, int age) {}

    public record WithMore(String name, int age, int visits, String city, Optional<String> email) {}

    public record WithLess(String name) {}

    public record WithOtherName(@JsonbProperty("name") String fullName) {}

    @BeforeEach
    void newStorage() {
        Lasting.storage = new MemoryStoreProvider();
        HANDLED.clear();
    }

    @Test
    void scenario_1_a_class_may_be_renamed_or_moved_since_only_the_handlers_type_matters() {
        emittedByARelease(outbox -> outbox.emit("user.registered", new UserRegistered("Ada", 36)));
        handledByTheNext(Renamed.class, "Registration[name=Ada, age=36]");
    }

    @Test
    void scenario_1_a_field_may_be_added() {
        emittedByARelease(outbox -> outbox.emit("user.registered", new UserRegistered("Ada", 36)));
        handledByTheNext(Added.class, "WithMore[name=Ada, age=36, visits=0, city=null, email=Optional.empty]");
    }

    @Test
    void scenario_1_a_field_may_be_removed() {
        emittedByARelease(outbox -> outbox.emit("user.registered", new UserRegistered("Ada", 36)));
        handledByTheNext(Removed.class, "WithLess[name=Ada]");
    }

    @Test
    void scenario_1_a_field_may_be_renamed_while_it_keeps_its_old_name_in_json() {
        emittedByARelease(outbox -> outbox.emit("user.registered", new UserRegistered("Ada", 36)));
        handledByTheNext(FieldRenamed.class, "WithOtherName[fullName=Ada]");
    }

    @Test
    void scenario_2_a_message_of_an_unknown_name_waits_without_attempts_and_blocks_nothing() {
        emittedByARelease(outbox -> {
            outbox.emit("unknown", "1");
            outbox.emit("number", 2);
            outbox.emit("unknown", "3", EmitOptions.key("k3"));
            outbox.emit("number", 4, EmitOptions.key("k4"));
        });
        try (WeldContainer release = start(Numbers.class)) {
            await().until(() -> HANDLED.size() == 2);
            assertThat(HANDLED).containsExactlyInAnyOrder("2", "4");
            await().untilAsserted(() -> assertThat(counts(release)).isEqualTo(new OutboxCounts(2, 0, 0)));
        }
        HANDLED.clear();
        handledByTheNext(Known.class, "1 at attempt 1", "3 at attempt 1");
    }

    @Test
    void scenarios_3_and_4_a_payload_that_cannot_be_read_fails_alone_and_names_itself() {
        String[] ids = new String[1];
        emittedByARelease(outbox -> {
            outbox.emit("number", 1);
            ids[0] = outbox.emit("number", new UserRegistered("Ada", 36));
            outbox.emit("number", 2);
            outbox.emit("number", 3, EmitOptions.key("k"));
        });
        try (WeldContainer release = start(Numbers.class)) {
            await().until(() -> counts(release).equals(new OutboxCounts(0, 0, 1)));
            assertThat(HANDLED).containsExactlyInAnyOrder("1", "2", "3");
            DeadLetter dead = deadLetter(release);
            assertThat(dead.attempts()).isEqualTo(2);
            assertThat(dead.error())
                    .contains("OUTBOX-02004", "message " + ids[0] + " of number", "java.lang.Integer", "OUTBOX-01010");
        }
    }

    @Test
    void scenario_5_the_payload_of_a_dead_letter_is_byte_for_byte_what_was_emitted() {
        emittedByARelease(outbox -> outbox.emit("number", new UserRegistered("Ada \u00e4\uD83D\uDE00", 36)));
        try (WeldContainer release = start(Numbers.class)) {
            await().until(() -> counts(release).dead() == 1);
        }
        try (WeldContainer release = start(Raw.class)) {
            DeadLetter dead = deadLetter(release);
            assertThat(release.select(OutboxAdmin.class).get().replay(dead.id()))
                    .isTrue();
            await().until(() -> !HANDLED.isEmpty());
        }
        assertThat(HANDLED).containsExactly("{\"age\":36,\"name\":\"Ada \u00e4\uD83D\uDE00\"}");
    }

    @Test
    void scenario_5_a_dead_letter_is_delivered_by_a_release_that_can_read_it() {
        emittedByARelease(outbox -> outbox.emit("user.registered", new UserRegistered("Ada", 36)));
        try (WeldContainer release = start(Misread.class)) {
            await().until(() -> counts(release).dead() == 1);
        }
        try (WeldContainer release = start(Renamed.class)) {
            release.select(OutboxAdmin.class).get().replay(deadLetter(release).id());
            await().until(() -> !HANDLED.isEmpty());
        }
        assertThat(HANDLED).containsExactly("Registration[name=Ada, age=36]");
    }

    /** A release without any handler, so that nothing is delivered yet. */
    private static void emittedByARelease(Consumer<Outbox> emits) {
        try (WeldContainer release = start()) {
            emits.accept(release.select(Outbox.class).get());
        }
    }

    private static void handledByTheNext(Class<?> handlers, String... expected) {
        try (WeldContainer release = start(handlers)) {
            await().until(() -> counts(release).equals(new OutboxCounts(0, 0, 0)));
        }
        assertThat(HANDLED).containsExactlyInAnyOrder(expected);
    }

    private static WeldContainer start(Class<?>... beans) {
        return Applications.withoutStore(beans)
                .addBeanClass(Lasting.class)
                .addExtension(Configured.with(
                        "outbox.emit.transaction=auto",
                        "outbox.max-attempts=2",
                        "outbox.backoff.initial=PT0.001S",
                        "outbox.backoff.max=PT0.001S",
                        "outbox.poll-interval=PT0.01S",
                        "outbox.unhandled.delay=PT0.01S"))
                .initialize();
    }

    private static OutboxCounts counts(WeldContainer release) {
        return release.select(OutboxAdmin.class).get().counts();
    }

    private static DeadLetter deadLetter(WeldContainer release) {
        return release.select(OutboxAdmin.class)
                .get()
                .deadLetters(10, null)
                .items()
                .get(0);
    }

    /** Storage that outlives the application, as a database does. */
    @Singleton
    static class Lasting implements StoreProvider {

        private static StoreProvider storage;

        @Override
        public String name() {
            return "lasting";
        }

        @Override
        public OutboxBackend open(StoreContext context) {
            return storage.open(context);
        }
    }

    @Singleton
    static class Renamed {
        void handle(@Observes @OutboxHandler("user.registered") Registration payload) {
            HANDLED.add(payload.toString());
        }
    }

    @Singleton
    static class Added {
        void handle(@Observes @OutboxHandler("user.registered") WithMore payload) {
            HANDLED.add(payload.toString());
        }
    }

    @Singleton
    static class Removed {
        void handle(@Observes @OutboxHandler("user.registered") WithLess payload) {
            HANDLED.add(payload.toString());
        }
    }

    @Singleton
    static class FieldRenamed {
        void handle(@Observes @OutboxHandler("user.registered") WithOtherName payload) {
            HANDLED.add(payload.toString());
        }
    }

    @Singleton
    static class Misread {
        void handle(@Observes @OutboxHandler("user.registered") List<String> payload) {
            HANDLED.add(payload.toString());
        }
    }

    @Singleton
    static class Numbers {
        void handle(@Observes @OutboxHandler("number") Integer payload) {
            HANDLED.add(payload.toString());
        }
    }

    @Singleton
    static class Known {
        void handle(@Observes @OutboxHandler("unknown") String payload, DeliveryInfo info) {
            HANDLED.add(payload + " at attempt " + info.attempt());
        }
    }

    @Singleton
    static class Raw implements Producer {
        @Override
        public void deliver(Delivery delivery) {
            HANDLED.add(new String(delivery.payload(), UTF_8));
        }
    }
}

package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.cdi.testing.Server.USER_TRANSACTION;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.transaction.Status;
import java.time.Instant;
import java.time.Year;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxee.EmitOptions;
import org.outboxee.InvalidMessageException;
import org.outboxee.Outbox;
import org.outboxee.OutboxException;
import org.outboxee.OutboxHandler;
import org.outboxee.PayloadException;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.RecordingStore;

/** A payload that cannot be delivered is refused by the emit, which writes nothing and spoils nothing. */
class RefusedPayloadTest {

    public record Generic<T>(T content) {}

    /** JSON-B can write it, but there is no way to make one. */
    public static class OneWay {
        private final String text;

        public OneWay(String text) {
            this.text = text;
        }

        public String getText() {
            return text;
        }
    }

    @AfterEach
    void end_what_a_failed_test_has_begun() throws Exception {
        if (USER_TRANSACTION.getStatus() != Status.STATUS_NO_TRANSACTION) {
            USER_TRANSACTION.rollback();
        }
    }

    private static Object nested(int levels) {
        List<Object> list = new ArrayList<>();
        for (int i = 1; i < levels; i++) {
            list = new ArrayList<>(List.of(list));
        }
        return list;
    }

    private static Object cycle() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        return list;
    }

    private static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("5 MB", "x".repeat(5 * 1024 * 1024), InvalidMessageException.class, new String[] {
                    "OUTBOX-01009", "5 MB", "5242882 bytes", "allows 1048576"
                }),
                Arguments.of("cycle", cycle(), PayloadException.class, new String[] {
                    "OUTBOX-01003", "message mine of cycle", "at most 200 levels in which no object contains itself"
                }),
                Arguments.of("10,000 levels", nested(10_000), PayloadException.class, new String[] {
                    "OUTBOX-01003", "message mine of 10,000 levels", "at most 200 levels"
                }),
                Arguments.of("201 levels", nested(201), PayloadException.class, new String[] {
                    "OUTBOX-01003", "message mine of 201 levels", "201 levels deep", "at most 200 levels"
                }),
                Arguments.of("generic", new Generic<>("x"), PayloadException.class, new String[] {
                    "OUTBOX-01023", "message mine of generic", "Generic<java.lang.String>", "nothing was written"
                }),
                Arguments.of("one.way", new OneWay("x"), PayloadException.class, new String[] {
                    "OUTBOX-01023", "message mine of one.way", "OneWay", "No default constructor"
                }),
                Arguments.of("year", Year.of(2026), PayloadException.class, new String[] {
                    "OUTBOX-01023", "message mine of year", "java.time.Year"
                }),
                Arguments.of("number", "not a number", PayloadException.class, new String[] {
                    "OUTBOX-01023", "message mine of number", "java.lang.Integer", "not a number"
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void it_is_refused_and_the_transaction_goes_on(
            String name, Object payload, Class<? extends OutboxException> type, String[] parts) throws Exception {
        try (WeldContainer application = start("required")) {
            Outbox outbox = application.select(Outbox.class).get();
            USER_TRANSACTION.begin();
            assertRefused(outbox, name, payload, type, parts);
            assertThat(USER_TRANSACTION.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
            outbox.emit("business", "goes on", EmitOptions.id("mine")); // the id was not used up
            USER_TRANSACTION.commit();
            assertThat(application.select(RecordingStore.class).get().events)
                    .containsExactly("append business", "committed");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void it_is_refused_outside_a_transaction_too(
            String name, Object payload, Class<? extends OutboxException> type, String[] parts) throws Exception {
        try (WeldContainer application = start("auto")) {
            Outbox outbox = application.select(Outbox.class).get();
            assertRefused(outbox, name, payload, type, parts);
            assertThat(USER_TRANSACTION.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
            outbox.emit("business", "goes on", EmitOptions.id("mine"));
            assertThat(application.select(RecordingStore.class).get().events)
                    .containsExactly("append business", "committed");
        }
    }

    @Test
    void what_no_handler_here_takes_is_not_read_back() {
        try (WeldContainer application = start("auto")) {
            application.select(Outbox.class).get().emit("handled elsewhere", new OneWay("x"));
            assertThat(application.select(RecordingStore.class).get().events)
                    .containsExactly("append handled elsewhere", "committed");
        }
    }

    @Test
    void each_value_is_read_back_since_one_may_fit_and_another_not() {
        try (WeldContainer application = start("auto")) {
            Outbox outbox = application.select(Outbox.class).get();
            outbox.emit("instant", Instant.EPOCH);
            assertThatThrownBy(() -> outbox.emit("instant", Instant.MIN))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContainingAll("OUTBOX-01023", "java.time.Instant", "-1000000000-01-01T00:00:00Z");
            assertThat(application.select(RecordingStore.class).get().events)
                    .containsExactly("append instant", "committed");
        }
    }

    @Test
    void every_binding_must_be_able_to_read_it() {
        try (WeldContainer application = start("auto")) {
            Outbox outbox = application.select(Outbox.class).get();
            assertThatThrownBy(() -> outbox.emit("two", 1))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContainingAll("OUTBOX-01023", "java.util.List<java.lang.String>");
        }
    }

    private static void assertRefused(
            Outbox outbox, String name, Object payload, Class<? extends OutboxException> type, String[] parts) {
        assertThatThrownBy(() -> outbox.emit(name, payload, EmitOptions.id("mine")))
                .isInstanceOf(type)
                .hasMessageContainingAll(parts);
    }

    private static WeldContainer start(String transaction) {
        return Applications.withoutStore(RecordingStore.class, Handlers.class)
                .addExtension(Configured.with("outbox.emit.transaction=" + transaction))
                .initialize();
    }

    @ApplicationScoped
    static class Handlers {
        void generic(@Observes @OutboxHandler("generic") Generic<String> payload) {
            // never called, as the others are not
        }

        void oneWay(@Observes @OutboxHandler("one.way") OneWay payload) {
            // never called
        }

        void year(@Observes @OutboxHandler("year") Year payload) {
            // never called
        }

        void number(@Observes @OutboxHandler("number") Integer payload) {
            // never called
        }

        void instant(@Observes @OutboxHandler("instant") Instant payload) {
            // of no interest here
        }

        void first(@Observes @OutboxHandler("two") Integer payload) {
            // never called
        }

        void second(@Observes @OutboxHandler(value = "two", binding = "second") List<String> payload) {
            // never called
        }
    }
}

package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Specializes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;

@EnableWeld
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandlerShapesTest {

    @WeldSetup
    WeldInitiator weld = Applications.of(
            Configured.with("outbox.emit.transaction=auto"),
            Received.class,
            Shapes.class,
            Child.class,
            Perhaps.class,
            SpecialPerhaps.class,
            InRequest.class,
            OfItsOwn.class,
            Transactions.class,
            TransactionalType.class);

    @Inject
    Outbox outbox;

    @Inject
    Received received;

    public record Item(String name, BigDecimal price) {}

    public enum Level {
        LOW,
        HIGH
    }

    static Stream<Arguments> shapes() {
        Item item = new Item("a", new BigDecimal("1.50"));
        return Stream.of(
                Arguments.of("private", "x"),
                Arguments.of("static", "x"),
                Arguments.of("checked", "x"),
                Arguments.of("inherited", "x"),
                Arguments.of("inherited.generic", item),
                Arguments.of("specialized", "x"),
                Arguments.of("request", "x"),
                Arguments.of("dependent", "x"),
                Arguments.of("required", "x"),
                Arguments.of("requires.new", "x"),
                Arguments.of("transactional.private", "x"),
                Arguments.of("record", item),
                Arguments.of("list", List.of(item, item)),
                Arguments.of("map", Map.of("k", List.of(item))),
                Arguments.of("optional", Optional.of("x")),
                Arguments.of("array", new int[] {1, 2}),
                Arguments.of("enum", Level.HIGH),
                Arguments.of("uuid", UUID.fromString("00000000-0000-4000-8000-000000000001")),
                Arguments.of("boxed", 42));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shapes")
    void a_handler_of_this_shape_is_found_and_called(String name, Object payload) throws Exception {
        outbox.emit(name, payload);
        Call call =
                Optional.ofNullable(received.calls.poll(10, TimeUnit.SECONDS)).orElseThrow();
        assertThat(call.name).isEqualTo(name);
        assertThat(call.payload).isEqualTo(payload);
    }

    record Call(String name, Object payload) {}

    @Singleton
    static class Received {
        final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

        void add(String name, Object payload) {
            calls.add(new Call(name, payload));
        }
    }

    @ApplicationScoped
    static class Shapes {
        @Inject
        Received received;

        @SuppressWarnings("UnusedMethod") // the container calls it
        private void ofThisClassOnly(@Observes @OutboxHandler("private") String payload) {
            received.add("private", payload);
        }

        static void ofTheClass(@Observes @OutboxHandler("static") String payload, Received received) {
            received.add("static", payload);
        }

        void checked(@Observes @OutboxHandler("checked") String payload) throws IOException {
            received.add("checked", payload);
        }

        void aRecord(@Observes @OutboxHandler("record") Item payload) {
            received.add("record", payload);
        }

        void list(@Observes @OutboxHandler("list") List<Item> payload) {
            received.add("list", payload);
        }

        void map(@Observes @OutboxHandler("map") Map<String, List<Item>> payload) {
            received.add("map", payload);
        }

        void optional(@Observes @OutboxHandler("optional") Optional<String> payload) {
            received.add("optional", payload);
        }

        void array(@Observes @OutboxHandler("array") int[] payload) {
            received.add("array", payload);
        }

        void anEnum(@Observes @OutboxHandler("enum") Level payload) {
            received.add("enum", payload);
        }

        void uuid(@Observes @OutboxHandler("uuid") @Default UUID payload) {
            received.add("uuid", payload);
        }

        void boxed(@Observes @OutboxHandler("boxed") Integer payload) {
            received.add("boxed", payload);
        }
    }

    abstract static class Parent<T> {
        @Inject
        Received received;

        void inherited(@Observes @OutboxHandler("inherited") String payload) {
            received.add("inherited", payload);
        }

        void inheritedGeneric(@Observes @OutboxHandler("inherited.generic") T payload) {
            received.add("inherited.generic", payload);
        }
    }

    @ApplicationScoped
    static class Child extends Parent<Item> {}

    @ApplicationScoped
    static class Perhaps {
        @Inject
        Received received;

        void handle(@Observes @OutboxHandler("specialized") String payload) {
            received.add("the specialized bean", payload);
        }
    }

    @Specializes
    @ApplicationScoped
    static class SpecialPerhaps extends Perhaps {
        @Override
        void handle(@Observes @OutboxHandler("specialized") String payload) {
            received.add("specialized", payload);
        }
    }

    @RequestScoped
    static class InRequest {
        @Inject
        Received received;

        void handle(@Observes @OutboxHandler("request") String payload) {
            received.add("request", payload);
        }
    }

    @Dependent
    static class OfItsOwn {
        @Inject
        Received received;

        void handle(@Observes @OutboxHandler("dependent") String payload) {
            received.add("dependent", payload);
        }
    }

    @ApplicationScoped
    static class Transactions {
        @Inject
        Received received;

        @Transactional
        void required(@Observes @OutboxHandler("required") String payload) {
            received.add("required", payload);
        }

        @Transactional(Transactional.TxType.REQUIRES_NEW)
        void requiresNew(@Observes @OutboxHandler("requires.new") String payload) {
            received.add("requires.new", payload);
        }
    }

    @Transactional
    @ApplicationScoped
    static class TransactionalType {
        @Inject
        Received received;

        @SuppressWarnings("UnusedMethod") // the container calls it
        private void handle(@Observes @OutboxHandler("transactional.private") String payload) {
            received.add("transactional.private", payload);
        }
    }
}

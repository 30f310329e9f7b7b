package org.outboxee.cdi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.outboxee.DeliveryInfo;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.PayloadException;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.Log;
import org.outboxee.cdi.testing.Server;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.PayloadCodec;
import org.outboxee.spi.Producer;

class CustomBeansTest {

    @AutoClose
    private final Log log = new Log();

    private static WeldContainer start(Class<?>... beans) {
        return Applications.weld(beans)
                .addExtension(Configured.with("outbox.emit.transaction=auto"))
                .initialize();
    }

    private static <T> T get(WeldContainer container, Class<T> type) {
        return container.select(type).get();
    }

    @Test
    void a_producer_bean_takes_all_messages_and_may_use_the_request_context() {
        try (WeldContainer container = start(Broker.class, Connection.class)) {
            get(container, Outbox.class).emit("a", "1", EmitOptions.header("traceparent", "00-1"));
            List<String> published = get(container, Broker.class).published;
            await().until(() -> !published.isEmpty());
            assertThat(published).containsExactly("a default \"1\" connected 00-1");
            assertThat(log.lines()).noneMatch(line -> line.contains("OUTBOX-05051"));
        }
    }

    @Test
    void handlers_beside_a_producer_bean_are_warned_about() {
        try (WeldContainer container = start(Broker.class, Connection.class, Handlers.class)) {
            assertThat(container.isRunning()).isTrue();
            assertThat(log.lines())
                    .anySatisfy(line ->
                            assertThat(line).startsWith("WARNING OUTBOX-05051").contains("Broker", "Handlers#handle"));
        }
    }

    @Test
    void a_codec_bean_replaces_json() {
        try (WeldContainer container = start(Reverse.class, Handlers.class)) {
            get(container, Outbox.class).emit("handled", "abc");
            List<String> handled = get(container, Handlers.class).handled;
            await().until(() -> !handled.isEmpty());
            assertThat(handled).containsExactly("abc");
            assertThat(get(container, Reverse.class).encoded).containsExactly("cba");
        }
    }

    @Test
    void an_exception_of_a_codec_bean_is_wrapped_with_name_and_id() {
        try (WeldContainer container = start(Reverse.class)) {
            assertThatThrownBy(() -> get(container, Outbox.class).emit("handled", 42, EmitOptions.id("id-7")))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContainingAll("OUTBOX-01003", "message id-7 of handled", "java.lang.Integer")
                    .hasCauseInstanceOf(ClassCastException.class);
        }
    }

    @Test
    void a_codec_beans_own_refusal_its_endless_recursion_and_its_null_are_wrapped_too() {
        try (WeldContainer container = start(Refusing.class)) {
            Outbox outbox = get(container, Outbox.class);
            assertThatThrownBy(() -> outbox.emit("handled", "refuse", EmitOptions.id("id-7")))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContainingAll("OUTBOX-01003", "message id-7 of handled", "TEST-00001: not mine")
                    .hasCauseInstanceOf(PayloadException.class);
            assertThatThrownBy(() -> outbox.emit("handled", "recurse", EmitOptions.id("id-7")))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContainingAll("OUTBOX-01003", "message id-7 of handled", "StackOverflowError");
            assertThatThrownBy(() -> outbox.emit("handled", "null", EmitOptions.id("id-7")))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContainingAll("OUTBOX-01003", "message id-7 of handled", "returned null");
        }
    }

    @Test
    void what_a_codec_bean_cannot_decode_is_a_dead_letter_that_says_so_and_emits_do_not_try_it() {
        try (WeldContainer container = Applications.weld(Refusing.class, Handlers.class)
                .addExtension(Configured.with("outbox.emit.transaction=auto", "outbox.max-attempts=1"))
                .initialize()) {
            get(container, Outbox.class).emit("handled", "text", EmitOptions.id("id-7"));
            OutboxAdmin admin = get(container, OutboxAdmin.class);
            await().until(() -> admin.counts().dead() == 1);
            assertThat(admin.deadLetters(1, null).items().get(0).error())
                    .contains("OUTBOX-02004", "message id-7 of handled", "java.lang.String", "TEST-00002: unreadable");
        }
    }

    @Test
    void a_metrics_bean_counts_what_was_committed_and_delivered() throws Exception {
        try (WeldContainer container = start(Counters.class, Handlers.class)) {
            Outbox outbox = get(container, Outbox.class);
            UserTransaction transaction = Server.USER_TRANSACTION;
            transaction.begin();
            outbox.emit("rolled.back", "x");
            transaction.rollback();
            transaction.begin();
            outbox.emit("handled", "x");
            outbox.emit("handled", "y");
            transaction.commit();
            List<String> counted = get(container, Counters.class).counted;
            await().until(() -> counted.size() == 3);
            assertThat(counted)
                    .containsExactlyInAnyOrder("emitted handled 2", "handled DELIVERED", "handled DELIVERED");
        }
    }

    @Singleton
    static class Broker implements Producer {
        final List<String> published = new CopyOnWriteArrayList<>();

        @Inject
        Connection connection;

        @Override
        public void deliver(Delivery delivery) {
            published.add(delivery.name() + " " + delivery.binding() + " " + new String(delivery.payload(), UTF_8) + " "
                    + connection.state() + " " + delivery.header("traceparent").orElse(""));
        }
    }

    @RequestScoped
    static class Connection {
        String state() {
            return "connected";
        }
    }

    @Singleton
    static class Handlers {
        final List<String> handled = new CopyOnWriteArrayList<>();

        void handle(@Observes @OutboxHandler("handled") String payload) {
            handled.add(payload);
        }
    }

    @Singleton
    static class Reverse implements PayloadCodec {
        final List<String> encoded = new CopyOnWriteArrayList<>();

        @Override
        public byte[] encode(Object payload) {
            String reversed = new StringBuilder((String) payload).reverse().toString();
            encoded.add(reversed);
            return reversed.getBytes(UTF_8);
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            return new StringBuilder(new String(payload, UTF_8)).reverse().toString();
        }
    }

    @Singleton
    static class Refusing implements PayloadCodec {
        @Override
        @SuppressWarnings("NullAway") // what is tested
        public byte[] encode(Object payload) {
            return switch ((String) payload) {
                case "refuse" -> throw new PayloadException("TEST-00001", "not mine");
                case "recurse" -> encode(payload);
                case "null" -> null;
                default -> new byte[] {1};
            };
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            throw new PayloadException("TEST-00002", "unreadable");
        }
    }

    @Singleton
    static class Counters implements OutboxMetrics {
        final List<String> counted = new CopyOnWriteArrayList<>();

        @Override
        public void emitted(String messageName, int count) {
            counted.add("emitted " + messageName + " " + count);
        }

        @Override
        public void delivered(DeliveryInfo delivery, Outcome outcome, Duration duration) {
            counted.add(delivery.name() + " " + outcome);
        }
    }
}

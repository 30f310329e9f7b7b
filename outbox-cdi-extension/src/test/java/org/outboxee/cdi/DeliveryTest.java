package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.outboxee.DeliveryInfo;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.cdi.testing.Applications;

@EnableWeld
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeliveryTest {

    @WeldSetup
    WeldInitiator weld = Applications.of(Sender.class, Received.class, Handlers.class, Chain.class, Visit.class);

    @Inject
    Sender sender;

    @Inject
    Received received;

    @Inject
    OutboxAdmin admin;

    @Inject
    Instance<DeliveryInfo> deliveryInfo;

    @Inject
    @OutboxHandler("plain")
    Event<String> plain;

    @BeforeEach
    void forget() {
        received.forget();
    }

    @Test
    void a_committed_message_is_delivered_and_gone() throws Exception {
        sender.send("plain", "hello", EmitOptions.none());
        assertThat(received.next()).isEqualTo("plain hello");
        await().untilAsserted(() -> assertThat(admin.counts()).isEqualTo(new OutboxCounts(0, 0, 0)));
    }

    @Test
    void the_handler_is_told_about_the_delivery() throws Exception {
        String id = sender.send(
                "informed",
                "x",
                EmitOptions.key("k").withHeader("tenant", "acme").withHeader("traceparent", "00-1"));
        received.next();
        DeliveryInfo info = received.infos.get(0);
        assertThat(info.messageId()).isEqualTo(id);
        assertThat(info.name()).isEqualTo("informed");
        assertThat(info.binding()).isEqualTo("special");
        assertThat(info.key()).contains("k");
        assertThat(info.header("tenant")).contains("acme");
        assertThat(info.header("traceparent")).contains("00-1");
        assertThat(info.attempt()).isEqualTo(1);
        assertThat(info.maxAttempts()).isEqualTo(8);
    }

    @Test
    void beans_that_the_handler_calls_are_told_too() throws Exception {
        String id = sender.send("visited", "x", EmitOptions.none());
        assertThat(received.next()).isEqualTo("visited " + id);
    }

    @Test
    void every_delivery_has_a_request_context_of_its_own() throws Exception {
        sender.send("visited", "x", EmitOptions.none());
        received.next();
        sender.send("visited", "x", EmitOptions.none());
        received.next();
        assertThat(received.visits).hasSize(2).doesNotHaveDuplicates();
        await().until(() -> received.visitsEnded.size() == 2);
    }

    @Test
    void outside_a_delivery_there_is_no_delivery_info() {
        assertThatThrownBy(() -> deliveryInfo.get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("OUTBOX-01013");
    }

    @Test
    void every_binding_gets_its_own_delivery() throws Exception {
        sender.send("twice", "x", EmitOptions.none());
        assertThat(List.of(received.next(), received.next())).containsExactlyInAnyOrder("first x", "second x");
    }

    @Test
    void a_handler_may_emit_and_what_it_emits_carries_on_the_trace() throws Exception {
        sender.send(
                "chain",
                "x",
                EmitOptions.header("traceparent", "00-1")
                        .withHeader("tracestate", "s=1")
                        .withHeader("tenant", "acme"));
        assertThat(received.next()).isEqualTo("chained x");
        DeliveryInfo info = received.infos.get(0);
        assertThat(info.headers()).containsOnlyKeys("traceparent", "tracestate");
        assertThat(info.header("traceparent")).contains("00-1");
        assertThat(info.header("tracestate")).contains("s=1");
    }

    @Test
    void a_trace_that_the_handler_sets_is_kept() throws Exception {
        sender.send("chain", "own", EmitOptions.header("traceparent", "00-1").withHeader("tracestate", "s=1"));
        assertThat(received.next()).isEqualTo("chained own");
        assertThat(received.infos.get(0).headers()).containsOnlyKeys("traceparent");
        assertThat(received.infos.get(0).header("traceparent")).contains("00-2");
    }

    @Test
    void a_message_without_a_trace_starts_none() throws Exception {
        sender.send("chain", "x", EmitOptions.none());
        received.next();
        assertThat(received.infos.get(0).headers()).isEmpty();
    }

    @Test
    void an_event_that_the_application_fires_itself_still_reaches_the_observer() throws Exception {
        plain.fire("fired");
        assertThat(received.next()).isEqualTo("plain fired");
    }

    @ApplicationScoped
    static class Sender {
        @Inject
        Outbox outbox;

        @Transactional
        String send(String name, Object payload, EmitOptions options) {
            return outbox.emit(name, payload, options);
        }
    }

    @Singleton
    static class Received {
        final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
        final List<DeliveryInfo> infos = new CopyOnWriteArrayList<>();
        final List<UUID> visits = new CopyOnWriteArrayList<>();
        final List<UUID> visitsEnded = new CopyOnWriteArrayList<>();

        void forget() {
            calls.clear();
            infos.clear();
            visits.clear();
            visitsEnded.clear();
        }

        String next() throws InterruptedException {
            return Optional.ofNullable(calls.poll(10, TimeUnit.SECONDS)).orElseThrow();
        }
    }

    @RequestScoped
    static class Visit {
        private final UUID id = UUID.randomUUID();

        @Inject
        DeliveryInfo info;

        @Inject
        Received received;

        UUID id() {
            return id;
        }

        String messageId() {
            return info.messageId();
        }

        @jakarta.annotation.PreDestroy
        void end() {
            received.visitsEnded.add(id);
        }
    }

    @ApplicationScoped
    static class Handlers {
        @Inject
        Received received;

        @Inject
        Visit visit;

        @SuppressWarnings("UnusedMethod") // the container calls it
        private void plain(@Observes @OutboxHandler("plain") String payload) {
            received.calls.add("plain " + payload);
        }

        void informed(
                @Observes @OutboxHandler(value = "informed", binding = "special") String text, DeliveryInfo info) {
            received.infos.add(info);
            received.calls.add("informed");
        }

        void visited(@Observes @OutboxHandler("visited") String payload) {
            received.visits.add(visit.id());
            received.calls.add("visited " + visit.messageId());
        }

        static void first(@Observes @OutboxHandler("twice") String payload, Received received) {
            received.calls.add("first " + payload);
        }

        void second(@Observes @OutboxHandler(value = "twice", binding = "second") String payload) {
            received.calls.add("second " + payload);
        }
    }

    @ApplicationScoped
    static class Chain {
        @Inject
        Outbox outbox;

        @Inject
        Received received;

        @Transactional
        void start(@Observes @OutboxHandler("chain") String payload) {
            EmitOptions options =
                    payload.equals("own") ? EmitOptions.header("traceparent", "00-2") : EmitOptions.none();
            outbox.emit("chained", payload, options);
        }

        void end(@Observes @OutboxHandler("chained") String payload, DeliveryInfo info) {
            received.infos.add(info);
            received.calls.add("chained " + payload);
        }
    }
}

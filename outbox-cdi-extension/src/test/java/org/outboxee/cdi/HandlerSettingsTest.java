package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.outboxee.DeliveryInfo;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.admin.OutboxAdmin;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.Log;

/** What {@code outbox.handler.<name>.…} does for one handler. */
class HandlerSettingsTest {

    @AutoClose
    private final Log log = new Log();

    private static WeldContainer start(String... settings) {
        String[] all = new String[settings.length + 2];
        all[0] = "outbox.emit.transaction=auto";
        all[1] = "outbox.backoff.initial=PT0.01S";
        System.arraycopy(settings, 0, all, 2, settings.length);
        return Applications.weld(Handlers.class)
                .addExtension(Configured.with(all))
                .initialize();
    }

    @Test
    void attempts_are_those_of_the_binding_or_else_of_the_name() {
        try (WeldContainer container =
                start("outbox.handler.mail.send.max-attempts=2", "outbox.handler.mail.send/audit.max-attempts=3")) {
            container.select(Outbox.class).get().emit("mail.send", "x");
            OutboxAdmin admin = container.select(OutboxAdmin.class).get();
            await().until(() -> admin.counts().dead() == 2);
            assertThat(container.select(Handlers.class).get().attempts)
                    .containsExactlyInAnyOrder("default 1/2", "default 2/2", "audit 1/3", "audit 2/3", "audit 3/3");
        }
    }

    @Test
    void a_handler_is_interrupted_after_its_own_timeout() {
        try (WeldContainer container =
                start("outbox.handler.hang.delivery-timeout=PT0.1S", "outbox.handler.hang.max-attempts=1")) {
            container.select(Outbox.class).get().emit("hang", "x");
            OutboxAdmin admin = container.select(OutboxAdmin.class).get();
            await().until(() -> admin.counts().dead() == 1);
            assertThat(admin.deadLetters(1, null).items().get(0).error()).startsWith("Timed out after PT0.1S");
        }
    }

    @Test
    void no_more_deliveries_than_allowed_run_at_the_same_time() {
        try (WeldContainer container = start("outbox.handler.crowd.concurrency=2")) {
            Handlers handlers = container.select(Handlers.class).get();
            Outbox outbox = container.select(Outbox.class).get();
            for (int i = 0; i < 10; i++) {
                outbox.emit("crowd", "x");
            }
            await().until(() -> handlers.inside.get() == 2);
            outbox.emit("other", "x"); // it is delivered although more of the crowd wait before it
            await().until(() -> handlers.attempts.contains("other"));
            handlers.gate.release(10);
            await().until(() -> handlers.done.get() == 10);
            assertThat(handlers.most.get()).isEqualTo(2);
        }
    }

    @Test
    void a_handler_that_is_not_enabled_gets_its_messages_when_a_node_delivers_to_it() {
        try (WeldContainer container = start("outbox.handler.other.enabled=false")) {
            container.select(Outbox.class).get().emit("other", "x");
            OutboxAdmin admin = container.select(OutboxAdmin.class).get();
            container.select(Outbox.class).get().emit("crowd", "x");
            container.select(Handlers.class).get().gate.release();
            await().until(() -> admin.counts().pending() == 1);
            assertThat(admin.search(org.outboxee.admin.RecordFilter.all(), 10, null)
                            .items())
                    .allSatisfy(waiting -> assertThat(waiting.id().binding()).isEqualTo("default"));
            assertThat(container.select(Handlers.class).get().attempts).isEmpty();
            assertThat(log.lines())
                    .anySatisfy(line ->
                            assertThat(line).startsWith("WARNING OUTBOX-05064").contains("Handlers#other"));
        }
    }

    @Test
    void wrong_values_and_unknown_handlers_are_problems_that_name_the_key() {
        assertThatThrownBy(() -> start(
                        "outbox.handler.other.concurrency=0",
                        "outbox.handler.othr.enabled=false",
                        "outbox.handler.other.retries=3",
                        "outbox.handler.hang.delivery-timeout=PT31S"))
                .hasMessageContainingAll(
                        "OUTBOX-05031: outbox.handler.other.concurrency is \"0\"",
                        "1 to 1000",
                        "OUTBOX-05032: Unknown key outbox.handler.othr.enabled",
                        "the nearest known key is outbox.handler.other.enabled",
                        "OUTBOX-05032: Unknown key outbox.handler.other.retries",
                        "OUTBOX-05025: The delivery timeout of the handler of hang (default) is PT31S",
                        "outbox.delivery-timeout=PT30S");
    }

    @Test
    void system_properties_set_them_too() {
        System.setProperty("outbox.handler.other.enabled", "false");
        try (WeldContainer container = start()) {
            assertThat(container.isRunning()).isTrue();
            container.select(Outbox.class).get().emit("other", "x");
            assertThat(log.lines()).anySatisfy(line -> assertThat(line).contains("OUTBOX-05064"));
            assertThat(log.lines()).noneMatch(line -> line.contains("OUTBOX-05033"));
        } finally {
            System.clearProperty("outbox.handler.other.enabled");
        }
    }

    @Singleton
    static class Handlers {
        final List<String> attempts = new CopyOnWriteArrayList<>();
        final Semaphore gate = new Semaphore(0);
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();

        void send(@Observes @OutboxHandler("mail.send") String payload, DeliveryInfo info) {
            fail(info);
        }

        void audit(@Observes @OutboxHandler(value = "mail.send", binding = "audit") String payload, DeliveryInfo info) {
            fail(info);
        }

        private void fail(DeliveryInfo info) {
            attempts.add(info.binding() + " " + info.attempt() + "/" + info.maxAttempts());
            throw new IllegalStateException("no");
        }

        void hang(@Observes @OutboxHandler("hang") String payload) throws InterruptedException {
            gate.acquire();
        }

        void crowd(@Observes @OutboxHandler("crowd") String payload) throws InterruptedException {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            try {
                gate.acquire();
            } finally {
                inside.decrementAndGet();
            }
            done.incrementAndGet();
        }

        void other(@Observes @OutboxHandler("other") String payload) {
            attempts.add("other");
        }
    }
}

package org.outboxee.cdi;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.management.RelayMXBean;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.Log;

/** What operators do by JMX. */
class ManagementTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    @AutoClose
    private final Log log = new Log();

    private static WeldContainer start() {
        return Applications.weld(Handlers.class)
                .addExtension(Configured.with(
                        "outbox.name=shop: \"a\", b=c",
                        "outbox.emit.transaction=auto",
                        "outbox.unhandled.delay=PT0.2S",
                        "outbox.poll-interval=PT0.1S",
                        "outbox.metrics.interval=PT1S"))
                .initialize();
    }

    private static RelayMXBean relay() throws Exception {
        return JMX.newMXBeanProxy(SERVER, name(), RelayMXBean.class);
    }

    private static ObjectName name() throws Exception {
        return new ObjectName("org.outboxee:type=Relay,outbox=" + ObjectName.quote("shop: \"a\", b=c"));
    }

    @Test
    void the_relay_is_paused_and_resumed() throws Exception {
        try (WeldContainer container = start()) {
            List<String> handled = container.select(Handlers.class).get().handled;
            await().until(() -> relay().getOwnedPartitions() == 32);
            relay().pause();
            assertThat(relay().isPaused()).isTrue();
            container.select(Outbox.class).get().emit("one", "1");
            await().atMost(30, SECONDS).until(() -> relay().getPending() == 1);
            assertThat(handled).isEmpty();
            relay().resume();
            await().until(() -> handled.equals(List.of("1")));
            assertThat(relay().isPaused()).isFalse();
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("OUTBOX-05065"))
                    .hasSize(2);
        }
    }

    @Test
    void a_handler_or_a_key_is_paused_and_resumed_and_others_go_on() throws Exception {
        try (WeldContainer container = start()) {
            List<String> handled = container.select(Handlers.class).get().handled;
            Outbox outbox = container.select(Outbox.class).get();
            assertThat(relay().pauseHandler("one", "default")).isTrue();
            assertThat(relay().pauseKey("default", "k")).isTrue();
            assertThat(relay().getPausedParts()).containsExactly("handler one (default)", "key k (default)");
            outbox.emit("one", "1");
            outbox.emit("two", "2", EmitOptions.key("k"));
            outbox.emit("two", "3", EmitOptions.key("other"));
            await().until(() -> handled.equals(List.of("3")));
            assertThat(relay().resumeHandler("one", "default")).isTrue();
            await().until(() -> handled.equals(List.of("3", "1")));
            assertThat(relay().resumeKey("default", "k")).isTrue();
            await().until(() -> handled.equals(List.of("3", "1", "2")));
            assertThat(relay().getPausedParts()).isEmpty();
            assertThatThrownBy(() -> relay().pauseHandler("on", "default"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no handler of on (default)");
        }
    }

    @Test
    void it_tells_how_the_relay_is_and_is_gone_when_the_application_is() throws Exception {
        try (WeldContainer container = start()) {
            await().atMost(30, SECONDS).until(() -> relay().getDead() == 0);
            assertThat(relay().isRunning()).isTrue();
            assertThat(relay().isStoreReachable()).isTrue();
            assertThat(relay().getClaimed()).isZero();
            assertThat(relay().getStalledLanes()).isZero();
            assertThat(relay().getOldestAgeSeconds()).isZero();
            assertThat(container.isRunning()).isTrue();
        }
        assertThat(SERVER.isRegistered(name())).isFalse();
    }

    @Test
    void a_second_application_of_the_same_name_is_told_and_takes_nothing_from_the_first() throws Exception {
        try (WeldContainer first = start()) {
            assertThat(first.isRunning()).isTrue();
            first.select(Outbox.class).get().emit("one", "1");
            try (WeldContainer second = start()) {
                second.select(Outbox.class).get().emit("one", "2");
                assertThat(log.lines()).anySatisfy(line -> assertThat(line).startsWith("WARNING OUTBOX-05066"));
            }
            assertThat(relay().isRunning()).isTrue();
        }
    }

    @Singleton
    static class Handlers {
        final List<String> handled = new CopyOnWriteArrayList<>();

        void one(@Observes @OutboxHandler("one") String payload) {
            handled.add(payload);
        }

        void two(@Observes @OutboxHandler("two") String payload) {
            handled.add(payload);
        }
    }
}

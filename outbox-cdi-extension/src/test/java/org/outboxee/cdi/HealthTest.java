package org.outboxee.cdi;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.internal.health.OutboxReadiness;
import org.outboxee.cdi.internal.runtime.OutboxRuntime;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.FailingLeases;
import org.outboxee.cdi.testing.HealthResponses;

/** What the readiness check says. */
class HealthTest {

    @BeforeAll
    static void serverHasMicroProfileHealth() {
        HealthCheckResponse.setResponseProvider(new HealthResponses());
    }

    private static WeldContainer start(String... settings) {
        return Applications.weld(Handlers.class)
                .addExtension(Configured.with(settings))
                .initialize();
    }

    private static HealthCheckResponse check(WeldContainer container) {
        return container
                .select(OutboxReadiness.class, Readiness.Literal.INSTANCE)
                .get()
                .call();
    }

    private static Map<String, Object> data(HealthCheckResponse response) {
        return response.getData().orElseThrow();
    }

    @Test
    void an_outbox_at_work_is_up_and_tells_how_it_is() {
        try (WeldContainer container =
                start("outbox.name=shop", "outbox.metrics.interval=PT1S", "outbox.emit.transaction=auto")) {
            container.select(Outbox.class).get().emit("never", "x");
            await().atMost(30, SECONDS)
                    .until(() -> Long.valueOf(1).equals(data(check(container)).get("pending")));
            HealthCheckResponse response = check(container);
            assertThat(response.getName()).isEqualTo("outbox");
            assertThat(response.getStatus()).isEqualTo(Status.UP);
            assertThat(data(response))
                    .containsEntry("name", "shop")
                    .containsEntry("running", true)
                    .containsEntry("storeReachable", true)
                    .containsEntry("dead", 0L)
                    .containsEntry("claimed", 0L)
                    .containsEntry("stalledLanes", 0L)
                    .containsEntry("ownedPartitions", 32L)
                    .containsKey("oldestAgeSeconds");
        }
    }

    @Test
    void a_message_that_waits_for_too_long_makes_it_down() {
        try (WeldContainer container =
                start("outbox.health.max-age=PT1S", "outbox.metrics.interval=PT1S", "outbox.emit.transaction=auto")) {
            await().until(() -> check(container).getStatus() == Status.UP);
            container.select(Outbox.class).get().emit("never", "x");
            await().atMost(30, SECONDS).until(() -> check(container).getStatus() == Status.DOWN);
            assertThat(data(check(container))).containsEntry("storeReachable", true);
        }
    }

    @Test
    void a_relay_that_has_stopped_is_down() {
        try (WeldContainer container = start()) {
            await().until(() -> check(container).getStatus() == Status.UP);
            container.select(OutboxRuntime.class).get().opened().relay().stop();
            assertThat(check(container).getStatus()).isEqualTo(Status.DOWN);
            assertThat(data(check(container))).containsEntry("running", false);
        }
    }

    @Test
    void a_store_that_takes_no_heartbeat_makes_it_down_until_it_does_again() {
        try (WeldContainer container = Applications.withoutStore(Handlers.class, FailingLeases.class)
                .addExtension(Configured.with("outbox.node-lease=PT1S", "outbox.lease-margin=PT0.1S"))
                .initialize()) {
            FailingLeases store = container.select(FailingLeases.class).get();
            await().until(() -> check(container).getStatus() == Status.UP);
            store.failing = true;
            await().atMost(30, SECONDS).until(() -> check(container).getStatus() == Status.DOWN);
            assertThat(data(check(container))).containsEntry("running", true).containsEntry("storeReachable", false);
            store.failing = false;
            await().atMost(30, SECONDS).until(() -> check(container).getStatus() == Status.UP);
        }
    }

    @ApplicationScoped
    static class Handlers {
        void never(@Observes @OutboxHandler("never") String payload) {
            throw new IllegalStateException("not yet");
        }
    }
}

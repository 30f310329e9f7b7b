package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.PermanentFailureException;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.spi.OutboxMetrics;

/** What an application with a Micrometer registry finds in it. MicroProfile Metrics are tested in the servers. */
class MetricsTest {

    private static MeterRegistry registry;

    @BeforeEach
    void newRegistry() {
        registry = new SimpleMeterRegistry();
    }

    private static WeldContainer start(Class<?>... beans) {
        return Applications.weld(beans)
                .addExtension(Configured.with(
                        "outbox.name=shop", "outbox.emit.transaction=auto", "outbox.metrics.interval=PT1S"))
                .initialize();
    }

    @Test
    void what_happens_is_counted_by_name_binding_and_outcome() {
        try (WeldContainer container = start(Registry.class, Handlers.class)) {
            Outbox outbox = container.select(Outbox.class).get();
            outbox.emit("ok", "1", EmitOptions.key("the-key").withId("the-id"));
            outbox.emit("ok", "2");
            outbox.emit("bad", "3");

            await().until(() -> count("outbox.deliveries", "ok", "delivered") == 2
                    && count("outbox.deliveries", "bad", "dead") == 1);
            assertThat(registry.get("outbox.emitted")
                            .tag("name", "ok")
                            .counter()
                            .count())
                    .isEqualTo(2);
            assertThat(registry.get("outbox.delivery.duration")
                            .tag("name", "ok")
                            .timer()
                            .count())
                    .isEqualTo(2);
            assertThat(registry.get("outbox.delivery.latency")
                            .tag("name", "bad")
                            .timer()
                            .max(java.util.concurrent.TimeUnit.SECONDS))
                    .isBetween(0.0, 60.0);
            await().atMost(Duration.ofSeconds(30)).until(() -> gauge("outbox.dead") == 1);
            assertThat(gauge("outbox.owned.partitions")).isEqualTo(32);
            assertThat(gauge("outbox.depth")).isZero();
            assertThat(registry.getMeters())
                    .allSatisfy(meter -> assertThat(meter.getId().getTags())
                            .contains(Tag.of("outbox", "shop"))
                            .allSatisfy(tag -> assertThat(tag.getKey()).isIn("outbox", "name", "binding", "outcome")));
        }
    }

    @Test
    void an_application_that_has_stopped_leaves_no_meter_behind() {
        try (WeldContainer container = start(Registry.class, Handlers.class)) {
            container.select(Outbox.class).get().emit("ok", "1");
            await().until(() -> count("outbox.deliveries", "ok", "delivered") == 1);
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void a_metrics_bean_of_the_application_takes_the_place_of_all() {
        try (WeldContainer container = start(Registry.class, Handlers.class, Own.class)) {
            container.select(Outbox.class).get().emit("ok", "1");
            await().until(() -> container.select(Own.class).get().emitted);
            assertThat(registry.getMeters()).isEmpty();
        }
    }

    private static double count(String meter, String name, String outcome) {
        var counter = registry.find(meter)
                .tag("name", name)
                .tag("binding", "default")
                .tag("outcome", outcome)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    private static double gauge(String meter) {
        return registry.get(meter).gauge().value();
    }

    @ApplicationScoped
    static class Registry {
        @Produces
        @Singleton
        MeterRegistry registry() {
            return registry;
        }
    }

    @ApplicationScoped
    static class Handlers {
        void ok(@Observes @OutboxHandler("ok") String payload) {}

        void bad(@Observes @OutboxHandler("bad") String payload) {
            throw new PermanentFailureException("no");
        }
    }

    @Singleton
    static class Own implements OutboxMetrics {
        volatile boolean emitted;

        @Override
        public void emitted(String messageName, int count) {
            emitted = true;
        }
    }
}

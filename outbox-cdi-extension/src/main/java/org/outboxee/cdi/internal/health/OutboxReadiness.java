package org.outboxee.cdi.internal.health;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.outboxee.cdi.internal.discovery.Deployment;
import org.outboxee.cdi.internal.runtime.OutboxRuntime;
import org.outboxee.relay.RelayStatus;
import org.outboxee.spi.OutboxSample;

/**
 * The readiness check {@code outbox}: down while the relay does not run or the store takes no heartbeat, and while the
 * oldest message is older than {@code outbox.health.max-age}, if that is set. Asks no store: what it tells was counted
 * in the background.
 */
@Readiness
@ApplicationScoped
public class OutboxReadiness implements HealthCheck {

    @Inject
    OutboxRuntime runtime;

    @Inject
    Deployment deployment;

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("outbox")
                .withData("name", deployment.config().name());
        Optional<RelayStatus> status = runtime.status();
        boolean running = status.map(RelayStatus::running).orElse(false);
        boolean reachable = status.map(RelayStatus::storeReachable).orElse(false);
        Optional<OutboxSample> sample = status.flatMap(RelayStatus::sample);
        status.ifPresent(now -> response.withData("paused", now.paused()));
        response.withData("running", running).withData("storeReachable", reachable);
        sample.ifPresent(last -> describe(last, response));
        return response.status(running && reachable && !isTooOld(sample)).build();
    }

    private static void describe(OutboxSample sample, HealthCheckResponseBuilder response) {
        response.withData("pending", sample.pending())
                .withData("claimed", sample.claimed())
                .withData("dead", sample.dead())
                .withData("stalledLanes", sample.stalledLanes())
                .withData(
                        "oldestAgeSeconds",
                        sample.oldestAge().orElse(Duration.ZERO).toSeconds())
                .withData("ownedPartitions", sample.ownedPartitions());
    }

    private boolean isTooOld(Optional<OutboxSample> sample) {
        Optional<Duration> limit = deployment.config().healthMaxAge();
        return limit.isPresent()
                && sample.flatMap(OutboxSample::oldestAge)
                        .map(age -> age.compareTo(limit.get()) > 0)
                        .orElse(false);
    }
}

package org.outboxee.cdi.internal.config;

import java.time.Duration;
import java.util.Optional;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.Retention;

/**
 * The checked settings. Immutable.
 *
 * @param name {@code outbox.name}
 * @param partitions {@code outbox.partitions}
 * @param store {@code outbox.store}, empty when it is not set
 * @param emitsOutsideTransactions whether {@code outbox.emit.transaction} is {@code auto}
 * @param executor {@code outbox.executor}
 * @param scheduledExecutor {@code outbox.scheduled-executor}
 * @param threadFactory {@code outbox.thread-factory}
 * @param maxDepth {@code outbox.max-depth}, empty for no bound
 * @param retention {@code outbox.retention.delivered} and {@code outbox.retention.ids}
 * @param healthMaxAge {@code outbox.health.max-age}, empty for no limit
 * @param relay the relay's settings
 */
public record OutboxConfig(
        String name,
        int partitions,
        Optional<String> store,
        boolean emitsOutsideTransactions,
        String executor,
        String scheduledExecutor,
        String threadFactory,
        Optional<Integer> maxDepth,
        Retention retention,
        Optional<Duration> healthMaxAge,
        RelayConfig relay) {

    /** Reads every key; a wrong value is a problem, and its default stands in for it so that reading goes on. */
    public static OutboxConfig read(Settings settings, Problems problems) {
        Reader reader = new Reader(settings, problems);
        settings.read(ConfigKeys.JPA_SCHEMA, problems); // the store reads it by itself; a typo shall be in this report
        return new OutboxConfig(
                reader.get(ConfigKeys.NAME),
                reader.get(ConfigKeys.PARTITIONS),
                settings.read(ConfigKeys.STORE, problems),
                reader.get(ConfigKeys.EMIT_TRANSACTION).equals("auto"),
                reader.get(ConfigKeys.EXECUTOR),
                reader.get(ConfigKeys.SCHEDULED_EXECUTOR),
                reader.get(ConfigKeys.THREAD_FACTORY),
                settings.read(ConfigKeys.MAX_DEPTH, problems),
                new Retention(reader.get(ConfigKeys.RETENTION_DELIVERED), reader.get(ConfigKeys.RETENTION_IDS)),
                settings.read(ConfigKeys.HEALTH_MAX_AGE, problems),
                relay(reader, settings, problems));
    }

    private static RelayConfig relay(Reader reader, Settings settings, Problems problems) {
        RelayConfig.Builder relay = RelayConfig.builder()
                .batch(reader.get(ConfigKeys.BATCH))
                .workers(reader.get(ConfigKeys.WORKERS))
                .pollInterval(reader.get(ConfigKeys.POLL_INTERVAL))
                .deliveryTimeout(reader.get(ConfigKeys.DELIVERY_TIMEOUT))
                .settleTimeout(reader.get(ConfigKeys.SETTLE_TIMEOUT))
                .leaseMargin(reader.get(ConfigKeys.LEASE_MARGIN))
                .nodeLease(reader.get(ConfigKeys.NODE_LEASE))
                .maxAttempts(reader.get(ConfigKeys.MAX_ATTEMPTS))
                .maxCrashes(reader.get(ConfigKeys.MAX_CRASHES))
                .backoffInitial(reader.get(ConfigKeys.BACKOFF_INITIAL))
                .backoffMax(reader.get(ConfigKeys.BACKOFF_MAX))
                .shutdownTimeout(reader.get(ConfigKeys.SHUTDOWN_TIMEOUT))
                .unhandledDelay(reader.get(ConfigKeys.UNHANDLED_DELAY))
                .sampleInterval(reader.get(ConfigKeys.METRICS_INTERVAL))
                .deadRetention(settings.read(ConfigKeys.RETENTION_DEAD, problems));
        try {
            return relay.build();
        } catch (OutboxConfigurationException valuesDoNotFitTogether) {
            problems.add(valuesDoNotFitTogether);
            return RelayConfig.builder().build();
        }
    }

    private record Reader(Settings settings, Problems problems) {

        <T> T get(ConfigKey<T> key) {
            return settings.read(key, problems).orElseThrow(() -> new IllegalStateException(key.name()));
        }
    }
}

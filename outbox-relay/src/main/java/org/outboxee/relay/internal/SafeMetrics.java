package org.outboxee.relay.internal;

import java.time.Duration;
import org.outboxee.DeliveryInfo;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.OutboxSample;

/** Keeps a metrics bean that throws from harming deliveries. Safe for concurrent use. */
final class SafeMetrics implements OutboxMetrics {

    private final OutboxMetrics metrics;
    private final RelayLog log;

    SafeMetrics(OutboxMetrics metrics, RelayLog log) {
        this.metrics = metrics;
        this.log = log;
    }

    @Override
    public void emitted(String messageName, int count) {
        safely(() -> metrics.emitted(messageName, count));
    }

    @Override
    public void started(DeliveryInfo delivery, Duration age) {
        safely(() -> metrics.started(delivery, age));
    }

    @Override
    public void delivered(DeliveryInfo delivery, Outcome outcome, Duration duration) {
        safely(() -> metrics.delivered(delivery, outcome, duration));
    }

    @Override
    public void released(int count) {
        safely(() -> metrics.released(count));
    }

    @Override
    public void settlementsIgnored(int count) {
        safely(() -> metrics.settlementsIgnored(count));
    }

    @Override
    public void ownershipLost(int partition) {
        safely(() -> metrics.ownershipLost(partition));
    }

    @Override
    public void sampled(OutboxSample sample) {
        safely(() -> metrics.sampled(sample));
    }

    private void safely(Runnable count) {
        try {
            count.run();
        } catch (Throwable e) {
            log.metricsFailed(e);
        }
    }
}

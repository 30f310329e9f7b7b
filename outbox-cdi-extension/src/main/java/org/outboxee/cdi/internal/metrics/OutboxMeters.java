package org.outboxee.cdi.internal.metrics;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.outboxee.DeliveryInfo;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.OutboxSample;

/**
 * Counts what happens in every metrics library that is there. Gauges show the last sample, so that a scrape asks no
 * store. Safe for concurrent use.
 */
public final class OutboxMeters implements OutboxMetrics, AutoCloseable {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");

    /** A meter with values of its tags. */
    private record Key(Meter meter, List<String> tagValues) {}

    private final List<Meters> libraries;
    private final TagValues names = new TagValues();
    private final TagValues bindings = new TagValues();
    private final Map<Key, LongConsumer> counters = new ConcurrentHashMap<>();
    private final Map<Key, Consumer<Duration>> timers = new ConcurrentHashMap<>();
    private volatile @Nullable OutboxSample sample;

    /** Shows the gauges, and the counters without tags, from now on. */
    public OutboxMeters(List<Meters> libraries) {
        this.libraries = List.copyOf(libraries);
        gauge(Meter.DEPTH, OutboxSample::pending);
        gauge(Meter.CLAIMED_DEPTH, OutboxSample::claimed);
        gauge(
                Meter.OLDEST_AGE,
                last -> last.oldestAge().map(age -> age.toMillis() / 1000.0).orElse(0.0));
        gauge(Meter.DEAD, OutboxSample::dead);
        gauge(Meter.STALLED_LANES, OutboxSample::stalledLanes);
        gauge(Meter.OWNED_PARTITIONS, OutboxSample::ownedPartitions);
        for (Meter meter : List.of(Meter.RELEASED, Meter.SETTLEMENTS_IGNORED, Meter.LEASE_LOST)) {
            add(meter, 0);
        }
    }

    private void gauge(Meter meter, ToDoubleFunction<OutboxSample> value) {
        for (Meters library : libraries) {
            try {
                library.gauge(meter, () -> {
                    OutboxSample last = sample;
                    return last == null ? Double.NaN : value.applyAsDouble(last);
                });
            } catch (RuntimeException e) {
                refused(meter, e);
            }
        }
    }

    @Override
    public void emitted(String messageName, int count) {
        add(Meter.EMITTED, count, names.of(messageName));
    }

    @Override
    public void started(DeliveryInfo delivery, Duration age) {
        time(Meter.DELIVERY_LATENCY, age, delivery);
    }

    @Override
    public void delivered(DeliveryInfo delivery, Outcome outcome, Duration duration) {
        add(
                Meter.DELIVERIES,
                1,
                names.of(delivery.name()),
                bindings.of(delivery.binding()),
                outcome.name().toLowerCase(Locale.ROOT));
        time(Meter.DELIVERY_DURATION, duration, delivery);
    }

    @Override
    public void released(int count) {
        add(Meter.RELEASED, count);
    }

    @Override
    public void settlementsIgnored(int count) {
        add(Meter.SETTLEMENTS_IGNORED, count);
    }

    @Override
    public void ownershipLost(int partition) {
        add(Meter.LEASE_LOST, 1);
    }

    @Override
    public void claimConflict(int partition) {
        add(Meter.CLAIM_CONFLICTS, 1, String.valueOf(partition));
    }

    @Override
    public void claimScanned(int partition, int pages) {
        add(Meter.SCAN_PAGES, pages, String.valueOf(partition));
    }

    @Override
    public void claimTruncated() {
        add(Meter.CLAIM_TRUNCATED, 1);
    }

    @Override
    public void sampled(OutboxSample last) {
        sample = last;
    }

    private void add(Meter meter, long count, String... tagValues) {
        counters.computeIfAbsent(new Key(meter, List.of(tagValues)), this::counter)
                .accept(count);
    }

    private void time(Meter meter, Duration duration, DeliveryInfo delivery) {
        Key key = new Key(meter, List.of(names.of(delivery.name()), bindings.of(delivery.binding())));
        timers.computeIfAbsent(key, this::timer).accept(duration);
    }

    private LongConsumer counter(Key key) {
        List<LongConsumer> each = new ArrayList<>();
        for (Meters library : libraries) {
            try {
                each.add(library.counter(key.meter(), key.tagValues()));
            } catch (RuntimeException e) {
                refused(key.meter(), e);
            }
        }
        return count -> each.forEach(counter -> counter.accept(count));
    }

    private Consumer<Duration> timer(Key key) {
        List<Consumer<Duration>> each = new ArrayList<>();
        for (Meters library : libraries) {
            try {
                each.add(library.timer(key.meter(), key.tagValues()));
            } catch (RuntimeException e) {
                refused(key.meter(), e);
            }
        }
        return duration -> each.forEach(timer -> timer.accept(duration));
    }

    private static void refused(Meter meter, RuntimeException cause) {
        LOG.log(
                Level.WARNING,
                "OUTBOX-05063: The metric " + meter.id() + " could not be registered and is missing; everything else"
                        + " works. See whether something else has registered the name",
                cause);
    }

    @Override
    public void close() {
        libraries.forEach(Meters::close);
    }
}

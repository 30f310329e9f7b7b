package org.outboxee.cdi.internal.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import org.eclipse.microprofile.metrics.Counter;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricID;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.MetricUnits;
import org.eclipse.microprofile.metrics.Tag;
import org.eclipse.microprofile.metrics.Timer;

/** Meters in the application's registry of MicroProfile Metrics. */
final class MicroProfileMeters implements Meters {

    private final MetricRegistry registry;
    private final Tag outbox;
    private final Queue<MetricID> registered = new ConcurrentLinkedQueue<>();

    MicroProfileMeters(MetricRegistry registry, String outboxName) {
        this.registry = registry;
        this.outbox = new Tag(Meter.OUTBOX, outboxName);
    }

    @Override
    public void gauge(Meter meter, DoubleSupplier value) {
        Tag[] tags = tags(meter, List.of());
        registry.gauge(metadata(meter), value::getAsDouble, tags);
        registered.add(new MetricID(meter.id(), tags));
    }

    @Override
    public LongConsumer counter(Meter meter, List<String> tagValues) {
        Tag[] tags = tags(meter, tagValues);
        Counter counter = registry.counter(metadata(meter), tags);
        registered.add(new MetricID(meter.id(), tags));
        return counter::inc;
    }

    @Override
    public Consumer<Duration> timer(Meter meter, List<String> tagValues) {
        Tag[] tags = tags(meter, tagValues);
        Timer timer = registry.timer(metadata(meter), tags);
        registered.add(new MetricID(meter.id(), tags));
        return timer::update;
    }

    private static Metadata metadata(Meter meter) {
        return Metadata.builder()
                .withName(meter.id())
                .withDescription(meter.description())
                .withUnit(meter.unit() == Meter.Unit.SECONDS ? MetricUnits.SECONDS : MetricUnits.NONE)
                .build();
    }

    private Tag[] tags(Meter meter, List<String> values) {
        Tag[] tags = new Tag[values.size() + 1];
        tags[0] = outbox;
        for (int i = 0; i < values.size(); i++) {
            tags[i + 1] = new Tag(meter.tags().get(i), values.get(i));
        }
        return tags;
    }

    @Override
    public void close() {
        registered.forEach(registry::remove);
        registered.clear();
    }
}

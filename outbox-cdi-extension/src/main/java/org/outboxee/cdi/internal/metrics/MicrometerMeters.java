package org.outboxee.cdi.internal.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;

/**
 * Meters in a registry of Micrometer. By the registry's own methods and not by builders: those put their meters into a
 * part of WildFly's registry that nobody sees. So there is no description, and the unit of a gauge is in its name.
 */
final class MicrometerMeters implements Meters {

    private final MeterRegistry registry;
    private final Tags outbox;

    /** A registry holds what gauges read by weak references. */
    private final Queue<DoubleSupplier> gauges = new ConcurrentLinkedQueue<>();

    MicrometerMeters(MeterRegistry registry, String outboxName) {
        this.registry = registry;
        this.outbox = Tags.of(Meter.OUTBOX, outboxName);
    }

    @Override
    public void gauge(Meter meter, DoubleSupplier value) {
        gauges.add(value);
        registry.gauge(name(meter), outbox, value, DoubleSupplier::getAsDouble);
    }

    @Override
    public LongConsumer counter(Meter meter, List<String> tagValues) {
        return registry.counter(name(meter), tags(meter, tagValues))::increment;
    }

    @Override
    public Consumer<Duration> timer(Meter meter, List<String> tagValues) {
        return registry.timer(name(meter), tags(meter, tagValues))::record;
    }

    private static String name(Meter meter) {
        boolean inSeconds = meter.kind() == Meter.Kind.GAUGE && meter.unit() == Meter.Unit.SECONDS;
        return inSeconds ? meter.id() + ".seconds" : meter.id();
    }

    private Tags tags(Meter meter, List<String> values) {
        Tags tags = outbox;
        for (int i = 0; i < values.size(); i++) {
            tags = tags.and(meter.tags().get(i), values.get(i));
        }
        return tags;
    }

    @Override
    public void close() {
        Arrays.stream(Meter.values())
                .flatMap(meter -> registry.find(name(meter)).tags(outbox).meters().stream())
                .forEach(registry::remove);
        gauges.clear();
    }
}

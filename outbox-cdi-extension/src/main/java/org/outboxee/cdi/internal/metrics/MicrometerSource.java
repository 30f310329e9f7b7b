package org.outboxee.cdi.internal.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Optional;

/** Micrometer, if there is one bean that is a {@code MeterRegistry}. A bean only where its API is. */
@Dependent
public class MicrometerSource implements MetersSource {

    @Inject
    Instance<MeterRegistry> registry;

    @Override
    public Optional<Meters> open(String outboxName) {
        return registry.isResolvable()
                ? Optional.of(new MicrometerMeters(registry.get(), outboxName))
                : Optional.empty();
    }
}

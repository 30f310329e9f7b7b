package org.outboxee.cdi.internal.metrics;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Optional;
import org.eclipse.microprofile.metrics.MetricRegistry;

/** MicroProfile Metrics. A bean only where its API is. */
@Dependent
public class MicroProfileMetersSource implements MetersSource {

    // A field: servers find out by the injection point which registry is meant.
    @Inject
    Instance<MetricRegistry> registry;

    @Override
    public Optional<Meters> open(String outboxName) {
        return registry.isResolvable()
                ? Optional.of(new MicroProfileMeters(registry.get(), outboxName))
                : Optional.empty();
    }
}

package org.outboxee.cdi.internal.tracing;

import io.opentelemetry.api.OpenTelemetry;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Optional;

/** OpenTelemetry, if the server has a bean of it. A bean only where its API is. */
@Dependent
public class OpenTelemetrySource implements TracingSource {

    @Inject
    Instance<OpenTelemetry> telemetry;

    @Override
    public Optional<Tracing> open() {
        return telemetry.isResolvable() ? Optional.of(new OpenTelemetryTracing(telemetry.get())) : Optional.empty();
    }
}

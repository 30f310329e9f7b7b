package org.outboxee.cdi.internal.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.outboxee.cdi.internal.container.OptionalApi;

/** Beans that use APIs which not every server has. By name, since their classes cannot be loaded without. */
public final class OptionalBeans {

    private static final Map<String, String> BEAN_BY_API = Map.of(
            "org.eclipse.microprofile.metrics.MetricRegistry",
            "org.outboxee.cdi.internal.metrics.MicroProfileMetersSource",
            "org.eclipse.microprofile.health.HealthCheck",
            "org.outboxee.cdi.internal.health.OutboxReadiness",
            "io.opentelemetry.api.OpenTelemetry",
            "org.outboxee.cdi.internal.tracing.OpenTelemetrySource",
            "io.micrometer.core.instrument.MeterRegistry",
            "org.outboxee.cdi.internal.metrics.MicrometerSource");

    private OptionalBeans() {}

    /** Those whose API is there. */
    public static List<Class<?>> of(ClassLoader application) {
        List<Class<?>> beans = new ArrayList<>();
        BEAN_BY_API.forEach((api, bean) -> {
            if (OptionalApi.isVisible(api, application)) {
                beans.add(load(bean));
            }
        });
        return beans;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, OptionalBeans.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e); // it is in this jar
        }
    }
}

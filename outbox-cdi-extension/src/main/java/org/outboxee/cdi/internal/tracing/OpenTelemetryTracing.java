package org.outboxee.cdi.internal.tracing;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Delivery;

/**
 * A consumer span for each attempt, linked to the span that the message was emitted in: an attempt may come hours after
 * it, and there may be many. The context is W3C's, whatever propagators are set, since it is stored.
 */
final class OpenTelemetryTracing implements Tracing {

    private static final TextMapPropagator W3C = W3CTraceContextPropagator.getInstance();

    private static final TextMapGetter<Delivery> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Delivery delivery) {
            return delivery.headers().keySet();
        }

        @Override
        public @Nullable String get(@Nullable Delivery delivery, String key) {
            return delivery == null ? null : delivery.headers().get(key);
        }
    };

    private final Tracer tracer;

    OpenTelemetryTracing(OpenTelemetry telemetry) {
        this.tracer = telemetry.getTracer("org.outboxee");
    }

    @Override
    public Map<String, String> currentContext() {
        Map<String, String> headers = new HashMap<>();
        W3C.inject(Context.current(), headers, (carrier, key, value) -> {
            if (carrier != null) {
                carrier.put(key, value);
            }
        });
        return headers;
    }

    @Override
    public void attempt(Delivery delivery, Attempt work) throws Exception {
        SpanContext emitted =
                Span.fromContext(W3C.extract(Context.root(), delivery, HEADERS)).getSpanContext();
        Span span = tracer.spanBuilder("process " + delivery.name())
                .setNoParent()
                .setSpanKind(SpanKind.CONSUMER)
                .addLink(emitted) // ignored if it is not valid, as without a header
                .setAttribute("messaging.system", "outbox")
                .setAttribute("messaging.operation.type", "process")
                .setAttribute("messaging.destination.name", delivery.name())
                .setAttribute("messaging.message.id", delivery.messageId())
                .setAttribute("outbox.binding", delivery.binding())
                .setAttribute("outbox.attempt", delivery.attempt())
                .startSpan();
        Scope scope = span.makeCurrent();
        try {
            work.run();
        } catch (Throwable failure) {
            span.recordException(failure);
            span.setStatus(StatusCode.ERROR);
            throw failure;
        } finally {
            scope.close();
            span.end();
        }
    }
}

package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.Test;
import org.outboxee.DeliveryInfo;
import org.outboxee.EmitOptions;
import org.outboxee.Outbox;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;

/** Traces go on across messages. */
class TracingTest {

    private static WeldContainer start(Class<?>... beans) {
        return Applications.weld(beans)
                .addExtension(Configured.with(
                        "outbox.emit.transaction=auto", "outbox.backoff.initial=PT0.01S", "outbox.max-attempts=2"))
                .initialize();
    }

    private static Span span(WeldContainer container) {
        return container
                .select(OpenTelemetry.class)
                .get()
                .getTracer("test")
                .spanBuilder("emit")
                .startSpan();
    }

    @Test
    void each_attempt_has_a_consumer_span_that_is_linked_to_that_of_the_emit() {
        try (WeldContainer container = start(Telemetry.class, Handlers.class)) {
            Span emitting = span(container);
            String id;
            Scope scope = emitting.makeCurrent();
            try {
                id = container.select(Outbox.class).get().emit("fails", "x");
            } finally {
                scope.close();
            }
            List<SpanData> ended = container.select(Telemetry.class).get().ended;
            await().until(() -> ended.size() == 2);
            assertThat(ended).allSatisfy(attempt -> {
                assertThat(attempt.getName()).isEqualTo("process fails");
                assertThat(attempt.getKind()).isEqualTo(SpanKind.CONSUMER);
                assertThat(attempt.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
                assertThat(attempt.getLinks())
                        .singleElement()
                        .satisfies(link -> assertThat(link.getSpanContext().getSpanId())
                                .isEqualTo(emitting.getSpanContext().getSpanId()));
                assertThat(attempt.getAttributes().get(AttributeKey.stringKey("messaging.message.id")))
                        .isEqualTo(id);
            });
            assertThat(ended)
                    .extracting(attempt -> attempt.getAttributes().get(AttributeKey.longKey("outbox.attempt")))
                    .containsExactly(1L, 2L);
        }
    }

    @Test
    void what_a_handler_emits_belongs_to_the_span_of_its_attempt() {
        try (WeldContainer container = start(Telemetry.class, Handlers.class)) {
            container.select(Outbox.class).get().emit("forwards", "x");
            List<SpanData> ended = container.select(Telemetry.class).get().ended;
            await().until(() -> ended.size() == 2);
            SpanData forwarding = ended.stream()
                    .filter(attempt -> attempt.getName().equals("process forwards"))
                    .findFirst()
                    .orElseThrow();
            assertThat(container.select(Handlers.class).get().parents)
                    .singleElement()
                    .asString()
                    .contains(forwarding.getTraceId(), forwarding.getSpanId());
            assertThat(forwarding.getLinks()).isEmpty();
        }
    }

    @Test
    void a_trace_that_the_caller_sets_wins() {
        try (WeldContainer container = start(Telemetry.class, Handlers.class)) {
            String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
            Scope scope = span(container).makeCurrent();
            try {
                container.select(Outbox.class).get().emit("ends", "x", EmitOptions.header("traceparent", parent));
            } finally {
                scope.close();
            }
            List<String> parents = container.select(Handlers.class).get().parents;
            await().until(() -> parents.equals(List.of(parent)));
        }
    }

    @Test
    void without_telemetry_there_is_no_header_and_no_span() {
        try (WeldContainer container = start(Handlers.class)) {
            container.select(Outbox.class).get().emit("ends", "x");
            Handlers handlers = container.select(Handlers.class).get();
            await().until(() -> handlers.parents.equals(List.of("")));
            assertThat(handlers.spans).containsExactly(false);
        }
    }

    @Singleton
    static class Telemetry {

        final List<SpanData> ended = new CopyOnWriteArrayList<>();

        @Produces
        @Singleton
        OpenTelemetry telemetry() {
            return OpenTelemetrySdk.builder()
                    .setTracerProvider(SdkTracerProvider.builder()
                            .addSpanProcessor(new Ended(ended))
                            .build())
                    .build();
        }
    }

    private record Ended(List<SpanData> spans) implements SpanProcessor {
        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            spans.add(span.toSpanData());
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }

    @Singleton
    static class Handlers {

        final List<String> parents = new CopyOnWriteArrayList<>();
        final List<Boolean> spans = new CopyOnWriteArrayList<>();

        @Inject
        Outbox outbox;

        void fails(@Observes @OutboxHandler("fails") String payload) {
            throw new IllegalStateException("no");
        }

        void forwards(@Observes @OutboxHandler("forwards") String payload) {
            outbox.emit("ends", payload);
        }

        void ends(@Observes @OutboxHandler("ends") String payload, DeliveryInfo info) {
            spans.add(Span.current().getSpanContext().isValid());
            parents.add(info.header("traceparent").orElse(""));
        }
    }
}

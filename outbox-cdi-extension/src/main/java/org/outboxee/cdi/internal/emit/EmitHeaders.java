package org.outboxee.cdi.internal.emit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.outboxee.DeliveryInfo;
import org.outboxee.EmitOptions;
import org.outboxee.HeaderContributor;
import org.outboxee.InvalidMessageException;

/**
 * The headers of a message: what the contributors add, overridden by what the caller sets. The W3C trace context is the
 * thread's, or else handed on from the delivery that the emit is made in, so that a trace does not end at the first
 * message.
 */
public final class EmitHeaders {

    private static final String TRACEPARENT = "traceparent";
    private static final String TRACESTATE = "tracestate";

    private final List<HeaderContributor> contributors;
    private final Supplier<Map<String, String>> currentTrace;
    private final Supplier<Optional<DeliveryInfo>> currentDelivery;

    /**
     * The headers of an application.
     *
     * @param contributors are asked for every message, in this order; a later one replaces what an earlier one adds
     * @param currentTrace the trace context of the thread as headers, empty outside a trace
     * @param currentDelivery the delivery that the thread is running
     */
    public EmitHeaders(
            List<HeaderContributor> contributors,
            Supplier<Map<String, String>> currentTrace,
            Supplier<Optional<DeliveryInfo>> currentDelivery) {
        this.contributors = List.copyOf(contributors);
        this.currentTrace = currentTrace;
        this.currentDelivery = currentDelivery;
    }

    Map<String, String> of(String messageName, EmitOptions options) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (HeaderContributor contributor : contributors) {
            contributor.headers(messageName).forEach((name, value) -> {
                if (name == null || value == null) {
                    throw new InvalidMessageException(
                            "OUTBOX-01012",
                            contributor + " adds the header " + name + " with the value " + value
                                    + "; neither may be null. Leave the header out");
                }
                headers.put(name, value);
            });
        }
        headers.putAll(options.headers());
        inheritTrace(headers);
        return headers;
    }

    private void inheritTrace(Map<String, String> headers) {
        if (headers.containsKey(TRACEPARENT) || headers.containsKey(TRACESTATE)) {
            return; // the two belong together
        }
        Map<String, String> trace = currentTrace.get();
        if (trace.containsKey(TRACEPARENT)) {
            headers.putAll(trace);
            return;
        }
        currentDelivery
                .get()
                .ifPresent(delivery -> delivery.header(TRACEPARENT).ifPresent(parent -> {
                    headers.put(TRACEPARENT, parent);
                    delivery.header(TRACESTATE).ifPresent(state -> headers.put(TRACESTATE, state));
                }));
    }
}

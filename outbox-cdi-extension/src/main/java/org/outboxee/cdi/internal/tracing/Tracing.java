package org.outboxee.cdi.internal.tracing;

import java.util.Map;
import org.outboxee.spi.Delivery;

/** What the server does about traces. Implementations are safe for concurrent use. */
public interface Tracing {

    /** Nothing. */
    Tracing NONE = new Tracing() {
        @Override
        public Map<String, String> currentContext() {
            return Map.of();
        }

        @Override
        public void attempt(Delivery delivery, Attempt work) throws Exception {
            work.run();
        }
    };

    /** What calls the handler. */
    @FunctionalInterface
    interface Attempt {
        /** Calls it. */
        void run() throws Exception;
    }

    /** The W3C trace context of the calling thread as headers; empty outside a trace. */
    Map<String, String> currentContext();

    /** Runs one attempt to deliver a message. */
    void attempt(Delivery delivery, Attempt work) throws Exception;
}

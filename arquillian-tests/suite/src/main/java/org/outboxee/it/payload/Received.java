package org.outboxee.it.payload;

import static java.util.concurrent.TimeUnit.SECONDS;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxHandler;

/** Handlers of many payload types, and what they received. */
@ApplicationScoped
class Received {

    private static final int PATIENCE_SECONDS = 30;

    private final BlockingQueue<Object> payloads = new LinkedBlockingQueue<>();

    Object next() throws InterruptedException {
        @Nullable Object next = payloads.poll(PATIENCE_SECONDS, SECONDS);
        if (next == null) {
            throw new AssertionError("Nothing arrived within " + PATIENCE_SECONDS + " s");
        }
        return next;
    }

    void order(@Observes @OutboxHandler("order") Order payload) {
        payloads.add(payload);
    }

    void shape(@Observes @OutboxHandler("shape") Shape payload) {
        payloads.add(payload);
    }

    void lines(@Observes @OutboxHandler("lines") List<Line> payload) {
        payloads.add(payload);
    }

    void shops(@Observes @OutboxHandler("shops") Map<String, List<Line>> payload) {
        payloads.add(payload);
    }

    void box(@Observes @OutboxHandler("box") Box<List<Line>> payload) {
        payloads.add(payload);
    }

    void pair(@Observes @OutboxHandler("pair") Pair<String> payload) {
        payloads.add(payload);
    }

    void text(@Observes @OutboxHandler("text") String payload) {
        payloads.add(payload);
    }

    void number(@Observes @OutboxHandler("number") Integer payload) {
        payloads.add(payload);
    }

    void optional(@Observes @OutboxHandler("optional") Optional<String> payload) {
        payloads.add(payload);
    }

    void bytes(@Observes @OutboxHandler("bytes") byte[] payload) {
        payloads.add(payload);
    }

    void nested(@Observes @OutboxHandler("nested") List<Object> payload) {
        payloads.add(payload);
    }
}

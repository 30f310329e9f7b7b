package org.outboxee.it.support;

import static java.util.concurrent.TimeUnit.SECONDS;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.outboxee.DeliveryInfo;

/** What handlers received, by the text of the note. Safe for any number of threads. */
@ApplicationScoped
public class Inbox {

    private static final int PATIENCE_SECONDS = 30;

    private final Map<String, BlockingQueue<Arrival>> arrivals = new ConcurrentHashMap<>();

    /** Called by a handler. */
    public void add(String text, DeliveryInfo info) {
        queue(text).add(Arrival.of(text, info));
    }

    /** Takes the next arrival of this text, waiting for it. */
    public Arrival next(String text) {
        try {
            @Nullable Arrival arrival = queue(text).poll(PATIENCE_SECONDS, SECONDS);
            if (arrival == null) {
                throw new AssertionError("'" + text + "' did not arrive within " + PATIENCE_SECONDS
                        + " s; waiting to be taken: " + arrivals);
            }
            return arrival;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting for '" + text + "'", e);
        }
    }

    /** What arrived with this text and was not taken; does not wait. */
    public List<Arrival> left(String text) {
        return List.copyOf(queue(text));
    }

    private BlockingQueue<Arrival> queue(String text) {
        return arrivals.computeIfAbsent(text, t -> new LinkedBlockingQueue<>());
    }
}

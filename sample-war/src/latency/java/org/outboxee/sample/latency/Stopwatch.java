package org.outboxee.sample.latency;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** When the handler of each order was reached, by {@link System#nanoTime()}. Safe for any number of threads. */
@ApplicationScoped
public class Stopwatch {

    private final Map<String, Long> handled = new ConcurrentHashMap<>();

    void handled(String orderId) {
        long now = System.nanoTime();
        handled.putIfAbsent(orderId, now);
        synchronized (this) {
            notifyAll();
        }
    }

    /**
     * When the handler of an order was reached; waits for it.
     *
     * @throws IllegalStateException if it is not within the time
     */
    synchronized long awaitHandled(String orderId, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            Long time = handled.get(orderId);
            if (time != null) {
                return time;
            }
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new IllegalStateException("Order " + orderId + " was not confirmed within " + patience);
            }
            wait(left);
        }
    }
}

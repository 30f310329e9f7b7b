package org.outboxee.jpa.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.Producer;

/**
 * A handler that remembers what reaches it, and notices when a message, or two of one key, reach it at the same time.
 * Safe for any number of threads.
 */
public final class DeliveryWitness implements Producer {

    /** What else a delivery does. */
    @FunctionalInterface
    public interface Action {
        void run(Delivery delivery) throws Exception;
    }

    private final Set<String> running = new HashSet<>();
    private final List<String> overlaps = new ArrayList<>();
    private final Set<String> delivered = new HashSet<>();
    private final Map<String, List<String>> firstsByKey = new HashMap<>();
    private int deliveries;
    private volatile Action action = delivery -> {};
    private volatile boolean completing;

    /** From now on each delivery does this too. */
    public void onDelivery(Action newAction) {
        action = newAction;
    }

    /** Whether the action completes what is delivered in a transaction. */
    public void completes(boolean inTransaction) {
        completing = inTransaction;
    }

    @Override
    public boolean completes(String messageName, String binding) {
        return completing;
    }

    @Override
    public void deliver(Delivery delivery) throws Exception {
        String lane = delivery.key().map(key -> "key " + key).orElse("message " + delivery.messageId());
        begin(delivery, lane);
        try {
            action.run(delivery);
        } finally {
            end(lane);
        }
    }

    private synchronized void begin(Delivery delivery, String lane) {
        deliveries++;
        if (!running.add(lane)) {
            overlaps.add(delivery.messageId());
        }
        if (delivered.add(delivery.messageId())) {
            delivery.key()
                    .ifPresent(key -> firstsByKey
                            .computeIfAbsent(key, first -> new ArrayList<>())
                            .add(delivery.messageId()));
        }
    }

    private synchronized void end(String lane) {
        running.remove(lane);
    }

    /** Messages that came while the same one, or another one of their key, was being delivered. */
    public synchronized List<String> overlaps() {
        return List.copyOf(overlaps);
    }

    /** The messages that came at least once. */
    public synchronized Set<String> delivered() {
        return Set.copyOf(delivered);
    }

    /** The messages of a key in the order in which each came first. */
    public synchronized List<String> firsts(String key) {
        return List.copyOf(firstsByKey.getOrDefault(key, List.of()));
    }

    /** How many times anything came. */
    public synchronized int deliveries() {
        return deliveries;
    }
}

package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.relay.HandlerOptions;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.ClaimedRecord;

/** What holds for a record: the options of its handler, and the configuration for all others. Immutable. */
public final class Limits {

    private final RelayConfig config;
    private final Map<HandlerKey, HandlerOptions> options = new HashMap<>();

    /**
     * The limits of a relay.
     *
     * @param handlers options by message name and binding
     * @throws OutboxConfigurationException if a value is out of its range
     */
    public Limits(RelayConfig config, Map<String, Map<String, HandlerOptions>> handlers) {
        this.config = config;
        handlers.forEach((name, bindings) -> bindings.forEach((binding, differing) -> {
            check(name, binding, differing);
            options.put(new HandlerKey(name, binding), differing);
        }));
    }

    private void check(String name, String binding, HandlerOptions differing) {
        boolean right =
                differing.maxAttempts().map(most -> most >= 1 && most <= 1000).orElse(true)
                        && differing.concurrency().map(most -> most >= 1).orElse(true)
                        && differing
                                .deliveryTimeout()
                                .map(timeout -> timeout.compareTo(Duration.ofMillis(1)) >= 0
                                        && timeout.compareTo(config.deliveryTimeout()) <= 0)
                                .orElse(true);
        if (!right) {
            throw new OutboxConfigurationException(
                    "OUTBOX-02046",
                    "The handler of " + name + " (" + binding + ") has " + differing
                            + "; allowed are 1 to 1000 attempts, a"
                            + " timeout of at most outbox.delivery-timeout=" + config.deliveryTimeout()
                            + ", and a concurrency of at least 1");
        }
    }

    /** Limits without any option of a handler. */
    static Limits of(RelayConfig config) {
        return new Limits(config, Map.of());
    }

    private HandlerOptions of(ClaimedRecord record) {
        return options.isEmpty()
                ? HandlerOptions.NONE
                : options.getOrDefault(HandlerKey.of(record), HandlerOptions.NONE);
    }

    int maxAttempts(ClaimedRecord record) {
        return of(record).maxAttempts().orElse(config.maxAttempts());
    }

    Duration deliveryTimeout(ClaimedRecord record) {
        return of(record).deliveryTimeout().orElse(config.deliveryTimeout());
    }

    /** The shortest timeout of all. */
    Duration shortestTimeout() {
        return options.values().stream()
                .flatMap(differing -> differing.deliveryTimeout().stream())
                .min(Duration::compareTo)
                .orElse(config.deliveryTimeout());
    }

    /** Whether any handler has a bound of its own on what runs at the same time. */
    boolean anyConcurrency() {
        return options.values().stream()
                .anyMatch(differing -> differing.concurrency().isPresent());
    }

    /** How many deliveries to this record's handler may run at the same time. */
    int concurrency(ClaimedRecord record) {
        return of(record).concurrency().orElse(Integer.MAX_VALUE);
    }
}

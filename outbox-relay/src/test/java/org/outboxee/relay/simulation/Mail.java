package org.outboxee.relay.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Availability;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.OutboxMessage;

/** The messages of a course. */
final class Mail {

    /** Two bindings. */
    static final String ORDER = "order";

    /** Its handler completes it in a transaction. */
    static final String PAYMENT = "payment";

    /** Emitted by who does not handle it. */
    static final String NEWS = "news";

    /** What a node may handle. */
    static final Map<String, Set<String>> ALL =
            Map.of(ORDER, Set.of("bill", "ship"), PAYMENT, Set.of("default"), NEWS, Set.of("default"));

    /** What nodes may handle that do not handle all. */
    static final Map<String, Set<String>> SOME = Map.of(ORDER, Set.of("bill", "ship"), NEWS, Set.of("default"));

    private Mail() {}

    static OutboxMessage message(String id, String name, @Nullable String key, Duration delay) {
        Set<String> bindings = name.equals(NEWS) ? Set.of(Bindings.UNBOUND) : ALL.getOrDefault(name, Set.of());
        return new OutboxMessage(
                id,
                name,
                key,
                id.getBytes(UTF_8),
                Map.of(),
                delay.isZero() ? new Availability.Now() : new Availability.After(delay),
                bindings);
    }
}

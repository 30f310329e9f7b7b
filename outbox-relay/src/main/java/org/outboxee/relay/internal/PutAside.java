package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.ClaimedRecord;

/**
 * When records come back whose handler has enough to do: one after the other, at the pace at which the queue takes
 * them, so that a large backlog of one handler is not claimed and given back all the time.
 *
 * <p>Used by the claim cycle alone, one thread at a time.
 */
final class PutAside {

    private final Parts parts;
    private final Map<HandlerKey, Long> next = new HashMap<>();

    PutAside(Parts parts) {
        this.parts = parts;
    }

    /** How long a record has to wait. */
    Duration delay(ClaimedRecord record) {
        RelayConfig config = parts.config();
        long now = parts.ticker().nanos();
        long step = config.pollInterval().toNanos() / config.batch();
        HandlerKey handler = HandlerKey.of(record);
        long after = Math.max(0, next.getOrDefault(handler, now) - now);
        long most = Math.max(
                config.pollInterval().toNanos(), config.unhandledDelay().toNanos());
        long delay = Math.min(most, Math.max(config.pollInterval().toNanos(), after));
        next.put(handler, now + Math.min(most, after + step));
        return Duration.ofNanos(delay);
    }
}

package org.outboxee.cdi.internal.config;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.outboxee.cdi.internal.config.HandlerKeys.Handler;
import org.outboxee.relay.HandlerOptions;
import org.outboxee.relay.RelayConfig;

/**
 * What is set for one handler.
 *
 * @param options what differs from the relay's settings
 * @param enabled whether this node delivers to it
 */
public record HandlerSettings(HandlerOptions options, boolean enabled) {

    /** Nothing is set. */
    public static final HandlerSettings DEFAULT = new HandlerSettings(HandlerOptions.NONE, true);

    /** Reads the keys of handlers; those for which nothing is set are left out. */
    public static Map<Handler, HandlerSettings> read(
            Settings settings, Collection<Handler> handlers, RelayConfig relay, Problems problems) {
        Map<Handler, HandlerSettings> read = new HashMap<>();
        if (!settings.mentionsHandlers()) {
            return read; // a thousand handlers are not worth eight thousand questions to the server's configuration
        }
        for (Handler handler : handlers) {
            HandlerSettings found = new Reader(settings, problems, handler).read(relay);
            if (!found.equals(DEFAULT)) {
                read.put(handler, found);
            }
        }
        return read;
    }

    private record Reader(Settings settings, Problems problems, Handler handler) {

        HandlerSettings read(RelayConfig relay) {
            Optional<Duration> timeout = value(ConfigKeys.HANDLER_DELIVERY_TIMEOUT);
            if (timeout.isPresent() && timeout.get().compareTo(relay.deliveryTimeout()) > 0) {
                problems.add(
                        "OUTBOX-05025",
                        "The delivery timeout of the handler of " + handler.name() + " (" + handler.binding() + ") is "
                                + timeout.get() + "; allowed is outbox.delivery-timeout=" + relay.deliveryTimeout()
                                + " at most. Raise that one: leases are made for it");
                timeout = Optional.empty();
            }
            return new HandlerSettings(
                    new HandlerOptions(
                            value(ConfigKeys.HANDLER_MAX_ATTEMPTS), timeout, value(ConfigKeys.HANDLER_CONCURRENCY)),
                    value(ConfigKeys.HANDLER_ENABLED).map(Boolean::parseBoolean).orElse(true));
        }

        /** That of the handler, or else that of all handlers of its message name. */
        private <T> Optional<T> value(ConfigKey<T> key) {
            for (ConfigKey<T> candidate : HandlerKeys.keysOf(handler, key)) {
                if (settings.value(candidate.name()).isPresent()) {
                    return settings.read(candidate, problems);
                }
            }
            return Optional.empty();
        }
    }
}

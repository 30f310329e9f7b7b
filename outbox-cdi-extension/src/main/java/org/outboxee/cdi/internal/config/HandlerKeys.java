package org.outboxee.cdi.internal.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The keys of the handlers that there are: by message name, or by message name and binding. Immutable. */
public final class HandlerKeys {

    /** No handler, no key. */
    public static final HandlerKeys NONE = new HandlerKeys(List.of());

    private final Set<String> names = new HashSet<>();

    /** A handler. */
    public record Handler(String name, String binding) {}

    /** The keys of these handlers. */
    public HandlerKeys(Collection<Handler> handlers) {
        for (Handler handler : handlers) {
            for (ConfigKey<?> key : ConfigKeys.PER_HANDLER) {
                keysOf(handler, key).forEach(found -> names.add(found.name()));
            }
        }
    }

    /** All of them. */
    Set<String> names() {
        return names;
    }

    /** The key of a handler, the most special first. */
    static <T> List<ConfigKey<T>> keysOf(Handler handler, ConfigKey<T> key) {
        List<ConfigKey<T>> keys = new ArrayList<>();
        for (String name : List.of(handler.name() + "/" + handler.binding(), handler.name())) {
            keys.add(
                    new ConfigKey<>(key.name().replace("<name>", name), key.type(), key.fallback(), key.description()));
        }
        return keys;
    }
}

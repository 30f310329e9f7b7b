package org.outboxee.cdi.internal.discovery;

import jakarta.enterprise.inject.spi.Bean;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.outboxee.cdi.internal.config.HandlerKeys.Handler;
import org.outboxee.cdi.internal.config.HandlerSettings;
import org.outboxee.cdi.internal.config.OutboxConfig;
import org.outboxee.cdi.internal.config.Settings;

/**
 * The result of discovery: everything that the runtime is built from. Immutable; injectable.
 *
 * @param config the checked settings
 * @param settings where they came from, for the store's own
 * @param handlers the handlers, checked
 * @param handlerSettings what is set for single handlers; nothing for those that are not there
 * @param stores the beans that are {@link org.outboxee.spi.StoreProvider}s; several only if {@code outbox.store} is set
 * @param producer the application's {@link org.outboxee.spi.Producer}
 * @param codec the application's {@link org.outboxee.spi.PayloadCodec}
 * @param metrics the {@link org.outboxee.spi.OutboxMetrics}
 * @param contributors the beans that are {@link org.outboxee.HeaderContributor}s
 */
public record Deployment(
        OutboxConfig config,
        Settings settings,
        List<HandlerMethod> handlers,
        Map<Handler, HandlerSettings> handlerSettings,
        List<Bean<?>> stores,
        Optional<Bean<?>> producer,
        Optional<Bean<?>> codec,
        Optional<Bean<?>> metrics,
        List<Bean<?>> contributors) {

    /** Copies the lists. */
    public Deployment {
        handlers = List.copyOf(handlers);
        handlerSettings = Map.copyOf(handlerSettings);
        stores = List.copyOf(stores);
        contributors = List.copyOf(contributors);
    }

    /** What is set for one handler. */
    public HandlerSettings settingsOf(HandlerMethod handler) {
        return handlerSettings.getOrDefault(new Handler(handler.name(), handler.binding()), HandlerSettings.DEFAULT);
    }
}

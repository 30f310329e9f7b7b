package org.outboxee.cdi.internal.config;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** System properties, then environment variables: for servers without MicroProfile Config, by the same rules. */
final class EnvironmentConfig implements ConfigView {

    private final Properties properties;
    private final Map<String, String> environment;

    EnvironmentConfig(Properties properties, Map<String, String> environment) {
        this.properties = properties;
        this.environment = environment;
    }

    /** The variable that sets a key: {@code OUTBOX_POLL_INTERVAL} for {@code outbox.poll-interval}. */
    static String variable(String key) {
        return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    @Override
    public Optional<ConfigValue> value(String key) {
        return set(properties.getProperty(key), "system property " + key)
                .or(() -> set(environment.get(key), "environment variable " + key))
                .or(() -> set(environment.get(variable(key)), "environment variable " + variable(key)));
    }

    private static Optional<ConfigValue> set(@Nullable String text, String origin) {
        return text == null || text.isEmpty() ? Optional.empty() : Optional.of(new ConfigValue(text, origin));
    }

    @Override
    public Set<String> names() {
        Set<String> names = new HashSet<>(properties.stringPropertyNames());
        names.addAll(environment.keySet());
        return names;
    }
}

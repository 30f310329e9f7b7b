package org.outboxee.cdi.internal.config;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** The only class that mentions MicroProfile Config, so that servers without it never load it. */
final class MicroProfileConfig implements ConfigView {

    private final Config config;

    private MicroProfileConfig(Config config) {
        this.config = config;
    }

    /** The application's configuration, empty when the API is there and nothing implements it. */
    static Optional<ConfigView> of(ClassLoader application) {
        try {
            return Optional.of(new MicroProfileConfig(ConfigProvider.getConfig(application)));
        } catch (IllegalStateException noImplementation) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<ConfigValue> value(String key) {
        org.eclipse.microprofile.config.ConfigValue value = config.getConfigValue(key);
        String text = value.getValue();
        return text == null || text.isEmpty()
                ? Optional.empty()
                : Optional.of(new ConfigValue(text, String.valueOf(value.getSourceName())));
    }

    @Override
    public Set<String> names() {
        Set<String> names = new HashSet<>();
        config.getPropertyNames().forEach(names::add);
        return names;
    }
}

package org.outboxee.cdi.internal.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.outboxee.cdi.internal.container.OptionalApi;

/**
 * The values of all keys, from MicroProfile Config where it is present, else from system properties and the
 * environment; last from the application's {@code META-INF/outbox.properties}. Safe for concurrent use.
 */
public final class Settings {

    private final ConfigView view;
    private final List<ApplicationFile> ownFiles;

    private Settings(ConfigView view, List<ApplicationFile> ownFiles) {
        this.view = view;
        this.ownFiles = ownFiles;
    }

    /**
     * Opens the sources, and reports keys that nobody reads.
     *
     * @param application the application's class loader
     * @param handlers the keys of the application's handlers
     */
    public static Settings of(ClassLoader application, HandlerKeys handlers, Problems problems) {
        List<ApplicationFile> own = ApplicationFile.read(application, ApplicationFile.OUTBOX);
        Settings settings = new Settings(view(application), own);
        UnknownKeys unknown = new UnknownKeys(handlers);
        unknown.checkOwn(own, problems);
        unknown.checkShared(ApplicationFile.read(application, ApplicationFile.MICROPROFILE), problems);
        unknown.warn(settings.view.names());
        return settings;
    }

    private static ConfigView view(ClassLoader application) {
        boolean microProfile = OptionalApi.isVisible("org.eclipse.microprofile.config.ConfigProvider", application);
        return (microProfile ? MicroProfileConfig.of(application) : Optional.<ConfigView>empty())
                .orElseGet(() -> new EnvironmentConfig(System.getProperties(), System.getenv()));
    }

    /** Whether any key of a single handler is set, or a variable that may be one. */
    boolean mentionsHandlers() {
        String variable = EnvironmentConfig.variable(ConfigKeys.HANDLER_PREFIX);
        return Stream.concat(view.names().stream(), ownFiles.stream().flatMap(file -> file.values().keySet().stream()))
                .anyMatch(name -> name.startsWith(ConfigKeys.HANDLER_PREFIX) || name.startsWith(variable));
    }

    /** The value of a key as it was written, empty when it is set nowhere. */
    Optional<ConfigValue> value(String key) {
        return view.value(key)
                .or(() -> ownFiles.stream()
                        .flatMap(file -> file.value(key).stream())
                        .findFirst());
    }

    /** The checked value of a key, its default when it is set nowhere; empty when it has none. */
    <T> Optional<T> read(ConfigKey<T> key, Problems problems) {
        Optional<ConfigValue> set = value(key.name());
        if (set.isEmpty()) {
            return Optional.ofNullable(key.fallback());
        }
        Optional<T> parsed = key.type().parse(set.get().text());
        if (parsed.isEmpty()) {
            problems.add(
                    "OUTBOX-05031",
                    key.name() + " is \"" + set.get().text() + "\" ("
                            + set.get().origin() + "); allowed is a "
                            + key.type().name() + ": " + key.type().range());
            return Optional.ofNullable(key.fallback());
        }
        return parsed;
    }

    /** The value of a key of ours, or its default, as text: what a store asks for. */
    public Optional<String> text(String key) {
        return value(key)
                .map(ConfigValue::text)
                .or(() -> ConfigKeys.ALL.stream()
                        .filter(known -> known.name().equals(key))
                        .findFirst()
                        .flatMap(ConfigKey::defaultText));
    }
}

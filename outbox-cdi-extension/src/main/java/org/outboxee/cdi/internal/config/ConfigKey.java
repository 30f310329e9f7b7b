package org.outboxee.cdi.internal.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One setting.
 *
 * @param name the key, kebab-case under {@code outbox.}
 * @param type what values it takes
 * @param fallback the value when it is not set, {@code null} for none
 * @param description what it does, in one line of the documentation
 * @param <T> the parsed value
 */
public record ConfigKey<T>(
        String name, KeyType<T> type, @Nullable T fallback, String description) {

    /** The default as text, empty for none. */
    public Optional<String> defaultText() {
        return Optional.ofNullable(fallback).map(type::format);
    }
}

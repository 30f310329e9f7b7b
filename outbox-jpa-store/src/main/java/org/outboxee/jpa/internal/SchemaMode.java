package org.outboxee.jpa.internal;

import java.util.Locale;
import java.util.Optional;
import org.outboxee.OutboxConfigurationException;

/** What the store does about its tables when it is opened. */
enum SchemaMode {
    /** Looks whether they are there. */
    CHECK,
    /** Creates what is missing, for development; then looks. */
    CREATE;

    /** The configuration key. */
    static final String KEY = "outbox.jpa.schema";

    /**
     * The mode that the configuration says, {@link #CHECK} by default.
     *
     * @throws OutboxConfigurationException if it says something else
     */
    static SchemaMode of(Optional<String> value) {
        if (value.isEmpty()) {
            return CHECK;
        }
        for (SchemaMode mode : values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(value.get())) {
                return mode;
            }
        }
        throw new OutboxConfigurationException(
                "OUTBOX-03012",
                KEY + " is " + value.get() + "; allowed are check (the default: the tables must be there) and create"
                        + " (development: creates what is missing)");
    }
}

package org.outboxee.cdi.internal.config;

import java.util.Optional;
import java.util.Set;

/** Where values come from. Implementations are safe for concurrent use. */
interface ConfigView {

    /** The value of a key, empty when it is set nowhere. */
    Optional<ConfigValue> value(String key);

    /** The names of everything that is set, including names that are no keys of ours. */
    Set<String> names();
}

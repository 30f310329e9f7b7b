package org.outboxee.cdi.internal.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds the values of a tag: what an application makes up at run time, such as a message name with an id in it, must
 * not fill a registry. The first ones keep their values, all others share one. Safe for concurrent use.
 */
final class TagValues {

    /** How many values are told apart. */
    static final int MOST = 200;

    /** What stands for the others. */
    static final String OTHER = "(other)";

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    String of(String value) {
        if (known.contains(value)) {
            return value;
        }
        // Threads that come at the same time may add a few more.
        return known.size() < MOST && known.add(value) ? value : known.contains(value) ? value : OTHER;
    }
}

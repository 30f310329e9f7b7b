package org.outboxee.relay.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What happened in one or more courses, and the first rule that was violated. Used by one thread at a time. */
final class Journal {

    private final Map<Happening, Long> counts = new EnumMap<>(Happening.class);
    private long digest;
    private @Nullable Check violated;
    private String violation = "";

    void happened(Happening what) {
        happened(what, 1);
    }

    void happened(Happening what, int times) {
        add(what, times);
        note(what.name().hashCode() * 31L + times);
    }

    /** Adds to the digest, by which two courses can be told apart. */
    void note(long what) {
        digest = digest * 0x9E3779B97F4A7C15L + what;
    }

    long digest() {
        return digest;
    }

    long count(Happening what) {
        return counts.getOrDefault(what, 0L);
    }

    private void add(Happening what, long times) {
        counts.merge(what, times, Long::sum);
    }

    /** Adds what happened in another one. */
    void add(Journal other) {
        other.counts.forEach(this::add);
        digest += other.digest;
    }

    /** The first violation is kept; others may be its consequences. */
    void check(boolean holds, Check check, Supplier<String> otherwise) {
        if (!holds && violated == null) {
            violated = check;
            violation = otherwise.get();
        }
    }

    /** The rule that was violated, {@code null} for none. */
    @Nullable
    Check violated() {
        return violated;
    }

    String violation() {
        return violated + ": " + violation;
    }
}

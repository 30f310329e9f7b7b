package org.outboxee.jpa.crash;

import java.time.Duration;
import java.util.Locale;
import org.outboxee.jpa.testing.TestDatabase.Kind;

/**
 * How long what is tormented.
 *
 * @param kind the database
 * @param duration how long things break; what is left to deliver afterwards takes its own time
 * @param nodes the processes that deliver
 * @param writers the processes that run business transactions
 * @param seed decides what breaks when
 */
record Plan(Kind kind, Duration duration, int nodes, int writers, long seed) {

    private static final String PREFIX = "outbox.crash.";

    /** By system properties, see CONTRIBUTING.md. */
    static Plan configured(Kind kind, Duration usually) {
        int nodes = kind == Kind.SQLITE ? 1 : Integer.getInteger(PREFIX + "nodes", 3);
        Duration duration = parsed(System.getProperty(PREFIX + "duration", ""), usually);
        return new Plan(kind, duration, nodes, 2, Long.getLong(PREFIX + "seed", System.nanoTime()));
    }

    private static Duration parsed(String configured, Duration usually) {
        return configured.isEmpty() ? usually : Duration.parse(configured);
    }

    /** Whether this database is wanted: all by default. */
    static boolean wants(Kind kind) {
        String wanted = System.getProperty(PREFIX + "database", "");
        return wanted.isEmpty() || wanted.toUpperCase(Locale.ROOT).equals(kind.name());
    }
}

package org.outboxee.benchmarks.runs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a run is to do.
 *
 * @param chosen names of benchmarks; empty for all
 * @param quick whether to try with little, for figures that mean nothing
 * @param duration how long one measurement of a rate lasts
 * @param docs where the report goes
 * @param work for temporary files
 */
public record Settings(List<String> chosen, boolean quick, Duration duration, Path docs, Path work) {

    /** The system properties {@code outbox.benchmarks} and {@code outbox.benchmarks.*}. */
    public static Settings ofSystemProperties() {
        Path work = Path.of(property("work", "target"));
        boolean quick = Boolean.parseBoolean(property("quick", "false"));
        return new Settings(
                Stream.of(System.getProperty("outbox.benchmarks", "").split(","))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .toList(),
                quick,
                quick ? Duration.ofMillis(400) : Duration.parse(property("duration", "PT5S")),
                quick ? work.resolve("quick-docs") : Path.of(property("docs", "docs")),
                work);
    }

    /** How often each figure is measured, after a round that warms up. */
    public int rounds() {
        return quick ? 1 : 5;
    }

    /** A size, or a hundredth of it to try. */
    public int sized(int size) {
        return quick ? Math.max(1, size / 100) : size;
    }

    private static String property(String name, String fallback) {
        return System.getProperty("outbox.benchmarks." + name, fallback);
    }
}

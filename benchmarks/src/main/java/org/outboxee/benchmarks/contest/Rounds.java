package org.outboxee.benchmarks.contest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.benchmarks.report.Series;

/**
 * Measures several things in turn, round by round, each round in another order, so that a machine that gets slower or
 * faster meanwhile favours nobody. The first round warms up and does not count.
 */
public final class Rounds {

    /** Takes one measurement. */
    @FunctionalInterface
    public interface Measurement {

        /** Measures once. */
        double measure() throws Exception;
    }

    private record Entry(String name, Measurement measurement, List<Double> values) {}

    private final List<Entry> entries = new ArrayList<>();

    /** Adds a measurement. */
    public Rounds add(String name, Measurement measurement) {
        entries.add(new Entry(name, measurement, new ArrayList<>()));
        return this;
    }

    /** Measures everything so many times; see {@link Measured}. */
    public Measured run(int rounds) throws Exception {
        List<Entry> order = new ArrayList<>(entries);
        for (int round = 0; round <= rounds; round++) {
            for (Entry entry : order) {
                double value = entry.measurement().measure();
                if (round > 0) {
                    entry.values().add(value);
                }
            }
            Collections.rotate(order, 1);
        }
        Map<String, Series> series = new LinkedHashMap<>();
        entries.forEach(entry -> series.put(entry.name(), new Series(entry.values())));
        return new Measured(series);
    }
}

package org.outboxee.benchmarks.contest;

import java.util.Map;
import org.outboxee.benchmarks.report.Series;

/**
 * What rounds have measured.
 *
 * @param all the values by name
 */
public record Measured(Map<String, Series> all) {

    /** Copies the map. */
    public Measured {
        all = Map.copyOf(all);
    }

    /**
     * The values of one name.
     *
     * @throws IllegalArgumentException if nothing has it
     */
    public Series of(String name) {
        Series series = all.get(name);
        if (series == null) {
            throw new IllegalArgumentException("Nothing was measured of " + name);
        }
        return series;
    }

    /** The median of the quotients of each round. */
    public double ratio(String name, String other) {
        return of(name).dividedBy(of(other)).median();
    }
}

package org.outboxee.benchmarks.report;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One figure, measured several times.
 *
 * @param values in the order in which they were measured, at least one
 */
public record Series(List<Double> values) {

    /** Copies the values. */
    public Series {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("Nothing was measured");
        }
    }

    /** A figure that was measured once, or is exact. */
    public static Series of(double value) {
        return new Series(List.of(value));
    }

    /** The value in the middle; of two, their mean. */
    public double median() {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The least value. */
    public double min() {
        return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    /** The greatest value. */
    public double max() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    /**
     * The quotients of what was measured in the same rounds. A machine that gets slower during a run does not change
     * them.
     */
    public Series dividedBy(Series other) {
        if (other.values.size() != values.size()) {
            throw new IllegalArgumentException("Not the same rounds");
        }
        return new Series(IntStream.range(0, values.size())
                .mapToObj(round -> values.get(round) / other.values.get(round))
                .toList());
    }
}

package org.outboxee.sample.latency;

import java.util.List;

/**
 * What was measured, in milliseconds.
 *
 * @param orders the number of orders
 * @param median half of them took no longer
 * @param p99 99 of 100 took no longer
 * @param max none took longer
 */
public record Figures(int orders, double median, double p99, double max) {

    static Figures of(List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        return new Figures(sorted.size(), at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
    }

    private static double at(List<Long> sorted, double share) {
        long nanos = sorted.get((int) Math.ceil(share * sorted.size()) - 1);
        return Math.round(nanos / 10_000.0) / 100.0;
    }
}

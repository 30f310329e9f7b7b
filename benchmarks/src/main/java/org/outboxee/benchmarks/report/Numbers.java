package org.outboxee.benchmarks.report;

import java.util.Locale;

/** Numbers as people read them. */
public final class Numbers {

    private Numbers() {}

    /** Three or four significant digits, thousands separated. */
    public static String text(double value) {
        double size = Math.abs(value);
        String format = size >= 1000 ? "%,.0f" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    /** The median, and the least and the greatest value where there are several. */
    public static String text(Series series) {
        return series.values().size() == 1
                ? text(series.median())
                : text(series.median()) + " (" + text(series.min()) + "–" + text(series.max()) + ")";
    }
}

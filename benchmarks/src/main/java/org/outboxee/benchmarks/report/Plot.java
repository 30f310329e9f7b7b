package org.outboxee.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of a section as bars, with a line from the least to the greatest value of each. */
final class Plot {

    private static final int LINE = 18;
    private static final int LABEL = 160;
    private static final int WIDTH = 820;
    private static final int BARS = WIDTH - LABEL - 110;

    private Plot() {}

    /** An SVG image. Each result has a scale of its own: their units differ. */
    static String of(List<Result> results) {
        StringBuilder bars = new StringBuilder();
        int y = LINE;
        for (Result result : results) {
            text(bars, 8, y, "bold", result.name() + ", " + result.unit());
            y += LINE;
            Map<String, Series> all = figures(result);
            double scale = BARS
                    / Math.max(
                            1e-9,
                            all.values().stream().mapToDouble(Series::max).max().orElse(1));
            for (Map.Entry<String, Series> figure : all.entrySet()) {
                bar(bars, y, figure.getKey(), figure.getValue(), scale);
                y += LINE;
            }
            y += LINE / 2;
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + WIDTH + "\" height=\"" + y
                + "\" font-family=\"sans-serif\" font-size=\"12\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + bars + "</svg>\n";
    }

    private static Map<String, Series> figures(Result result) {
        Map<String, Series> all = new LinkedHashMap<>();
        all.put("ours", result.ours());
        Series floor = result.floor();
        if (floor != null) {
            all.put("floor", floor);
        }
        all.putAll(result.peers());
        return all;
    }

    private static void bar(StringBuilder svg, int y, String name, Series series, double scale) {
        String fill = name.equals("ours") ? "#2a6fbb" : name.equals("floor") ? "#8a8a8a" : "#d9a441";
        text(svg, 16, y, "normal", name);
        rectangle(svg, LABEL, y - 11, series.median() * scale, 12, fill);
        rectangle(
                svg,
                LABEL + (int) (series.min() * scale),
                y - 6,
                Math.max(1, (series.max() - series.min()) * scale),
                2,
                "black");
        text(svg, LABEL + (int) (series.max() * scale) + 6, y, "normal", Numbers.text(series.median()));
    }

    private static void rectangle(StringBuilder svg, int x, int y, double width, int height, String fill) {
        svg.append("<rect x=\"").append(x).append("\" y=\"").append(y);
        svg.append("\" width=\"")
                .append(Math.round(width))
                .append("\" height=\"")
                .append(height);
        svg.append("\" fill=\"").append(fill).append("\"/>\n");
    }

    private static void text(StringBuilder svg, int x, int y, String weight, String text) {
        svg.append("<text x=\"").append(x).append("\" y=\"").append(y);
        svg.append("\" font-weight=\"").append(weight).append("\">");
        svg.append(text.replace("&", "&amp;").replace("<", "&lt;")).append("</text>\n");
    }
}

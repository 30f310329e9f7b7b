package org.outboxee.it;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A page of metrics in Prometheus' format. */
public record Scrape(List<Line> lines) {

    /** One line: a name, its labels as they are written, such as {@code name="good"}, and the value. */
    public record Line(String name, Set<String> labels, double value) {}

    private static final Pattern LINE = Pattern.compile("(?<name>\\w+)(\\{(?<labels>.*)})? +(?<value>\\S+).*");
    private static final Pattern LABEL = Pattern.compile("\\w+=\"[^\"]*\"");

    /** Reads a page. */
    public static Scrape of(String page) {
        return new Scrape(page.lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(Scrape::line)
                .toList());
    }

    private static Line line(Matcher line) {
        String labels = line.group("labels");
        return new Line(
                line.group("name"),
                labels == null
                        ? Set.of()
                        : LABEL.matcher(labels)
                                .results()
                                .map(MatchResult::group)
                                .collect(Collectors.toSet()),
                Double.parseDouble(line.group("value").replace("Inf", "Infinity")));
    }

    /** The value of the one metric with this name and at least these labels; empty if there is none. */
    public OptionalDouble value(String name, String... labels) {
        return lines.stream()
                .filter(line -> line.name().equals(name) && line.labels().containsAll(Set.of(labels)))
                .mapToDouble(Line::value)
                .findFirst();
    }

    /** The lines with this label. */
    public List<Line> with(String label) {
        return lines.stream().filter(line -> line.labels().contains(label)).toList();
    }
}

package org.outboxee.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The results of a section as a table. */
final class MarkdownTable {

    private MarkdownTable() {}

    static String of(List<Result> results) {
        boolean floor = results.stream().anyMatch(result -> result.floor() != null);
        boolean goals = results.stream().anyMatch(result -> result.met() != null);
        Set<String> peers = new LinkedHashSet<>();
        results.forEach(result -> peers.addAll(result.peers().keySet()));
        StringBuilder table = new StringBuilder();
        List<String> head = new ArrayList<>(List.of("", "unit", "ours"));
        if (floor) {
            head.add("floor");
            head.add("ours / floor");
        }
        head.addAll(peers);
        if (goals) {
            head.add("goal");
            head.add("met");
        }
        row(table, head);
        row(table, head.stream().map(column -> "---").toList());
        for (Result result : results) {
            List<String> cells = new ArrayList<>(List.of(result.name(), result.unit(), Numbers.text(result.ours())));
            if (floor) {
                Series value = result.floor();
                cells.add(value == null ? "" : Numbers.text(value));
                cells.add(value == null ? "" : Numbers.text(result.ours().dividedBy(value)));
            }
            for (String peer : peers) {
                Series value = result.peers().get(peer);
                cells.add(value == null ? "" : Numbers.text(value));
            }
            if (goals) {
                cells.add(result.goal());
                cells.add(result.met() == null ? "" : result.met() ? "yes" : "**no**");
            }
            row(table, cells);
        }
        return table.toString();
    }

    private static void row(StringBuilder table, List<String> cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}

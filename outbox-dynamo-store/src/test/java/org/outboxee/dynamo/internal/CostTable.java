package org.outboxee.dynamo.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.outboxee.dynamo.internal.MeteredClient.Cost;

/**
 * Prints what a message costs, as the table in {@code docs/dynamodb.md} has it. Not run with the tests: it takes
 * minutes. {@code -Dtest=CostTable}, and {@code -Doutbox.cost.backlogs=1000,10000} for less.
 */
class CostTable {

    private static final Logger LOG = Logger.getLogger(CostTable.class.getName());

    @Test
    void printTable() {
        StringBuilder table =
                new StringBuilder("\n| layout | messages | item | backlog | batch | append RCU/WCU/requests"
                        + " | claim | complete | all |\n|---|---|---|---|---|---|---|---|---|\n");
        for (String layout : Layouts.NAMES) {
            for (boolean keyed : new boolean[] {true, false}) {
                for (int bytes : numbers("outbox.cost.bytes", "1024,4096")) {
                    measure(layout, keyed, bytes, table);
                }
            }
        }
        LOG.info(table.toString());
        assertThat(table).contains("| age |");
    }

    private static void measure(String layout, boolean keyed, int bytes, StringBuilder table) {
        try (CostRun run = new CostRun(layout, bytes, keyed)) {
            for (int backlog : numbers("outbox.cost.backlogs", "1000,10000,100000")) {
                for (int batch : new int[] {10, 99}) {
                    Cost append = run.fillTo(backlog);
                    List<Cost> drained = run.drain(batch, 3);
                    table.append(String.format(
                            Locale.ROOT,
                            "| %s | %s | %d KB | %,d | %d | %s | %s | %s | %s |%n",
                            layout,
                            keyed ? "keyed" : "keyless",
                            bytes / 1024,
                            backlog,
                            batch,
                            text(append),
                            text(drained.get(0)),
                            text(drained.get(1)),
                            text(append.plus(drained.get(0)).plus(drained.get(1)))));
                }
            }
        }
    }

    private static int[] numbers(String property, String fallback) {
        return Arrays.stream(System.getProperty(property, fallback).split(","))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    private static String text(Cost cost) {
        return String.format(Locale.ROOT, "%.2f / %.2f / %.2f", cost.reads(), cost.writes(), cost.requests());
    }
}

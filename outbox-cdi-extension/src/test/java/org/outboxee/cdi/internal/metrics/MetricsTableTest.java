package org.outboxee.cdi.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The table in the documentation says what the code does, no more and no less. */
class MetricsTableTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "monitoring.md");

    @Test
    void the_table_has_exactly_the_metrics_of_the_code_in_their_order() throws IOException {
        assertThat(Files.readAllLines(DOCUMENT))
                .filteredOn(line -> line.startsWith("| `outbox.") && line.split("\\|").length == 6)
                .containsExactlyElementsOf(
                        Arrays.stream(Meter.values()).map(MetricsTableTest::row).toList());
    }

    private static String row(Meter meter) {
        return "| " + String.join(" | ", cells(meter)) + " |";
    }

    private static List<String> cells(Meter meter) {
        return List.of(
                "`" + meter.id() + "`",
                meter.kind().name().toLowerCase(Locale.ROOT),
                meter.unit() == Meter.Unit.SECONDS ? "s" : "",
                String.join(", ", meter.tags()),
                meter.description());
    }
}

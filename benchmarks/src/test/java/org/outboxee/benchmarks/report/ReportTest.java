package org.outboxee.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    @TempDir
    Path docs;

    @Test
    void a_benchmark_that_runs_again_replaces_what_it_said_and_nothing_else() throws IOException {
        Report report = new Report(docs);
        report.write(section("drain", 10), "first");
        report.write(section("append", 20), "first");
        Files.writeString(docs.resolve("performance.md"), page() + "By hand.\n");

        report.write(section("drain", 30), "second");

        assertThat(page()).contains("second", "By hand.", "| it | 1/s | 30.0 |", "| it | 1/s | 20.0 |");
        assertThat(page()).doesNotContain("| it | 1/s | 10.0 |");
        assertThat(Files.readString(docs.resolve("performance/results.json")))
                .contains("\"append: it\"", "\"drain: it\"", "30")
                .doesNotContain("10");
        assertThat(docs.resolve("performance/drain.svg")).content().contains("30.0");
    }

    @Test
    void a_table_has_a_column_for_each_peer_and_the_ratio_to_the_floor() {
        Result result = Result.of("it", "1/s", Series.of(10))
                .besideFloor(Series.of(20))
                .beside("peer", Series.of(4))
                .withGoal("twice the peer", true);

        assertThat(MarkdownTable.of(List.of(result)))
                .contains("| ours / floor | peer | goal | met |")
                .contains("| it | 1/s | 10.0 | 20.0 | 0.50 | 4.00 | twice the peer | yes |");
    }

    @Test
    void ratios_are_taken_round_by_round() {
        Series slowerAndSlower = new Series(List.of(100.0, 50.0, 10.0));
        Series half = new Series(List.of(50.0, 25.0, 5.0));

        assertThat(half.dividedBy(slowerAndSlower).min()).isCloseTo(0.5, within(1e-9));
        assertThat(half.dividedBy(slowerAndSlower).max()).isCloseTo(0.5, within(1e-9));
        assertThat(slowerAndSlower.median()).isEqualTo(50);
    }

    private String page() throws IOException {
        return Files.readString(docs.resolve("performance.md"));
    }

    private static Section section(String id, double value) {
        return new Section(id, id, "What was done.", List.of(Result.of("it", "1/s", Series.of(value))), List.of());
    }
}

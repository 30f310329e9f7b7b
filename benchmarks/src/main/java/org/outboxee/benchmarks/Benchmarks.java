package org.outboxee.benchmarks;

import java.util.Map;
import org.outboxee.benchmarks.database.Machine;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.report.Numbers;
import org.outboxee.benchmarks.report.Report;
import org.outboxee.benchmarks.report.Result;
import org.outboxee.benchmarks.report.Section;
import org.outboxee.benchmarks.runs.Benchmark;
import org.outboxee.benchmarks.runs.Catalog;
import org.outboxee.benchmarks.runs.Settings;

/** The command: runs the benchmarks that are chosen and writes the report after each. */
public final class Benchmarks {

    private Benchmarks() {}

    /** Takes no arguments but the system properties of {@link Settings}. */
    public static void main(String[] arguments) throws Exception {
        Settings settings = Settings.ofSystemProperties();
        Map<String, Benchmark> chosen = Catalog.choose(settings.chosen());
        Report report = new Report(settings.docs());
        for (Map.Entry<String, Benchmark> next : chosen.entrySet()) {
            System.out.println("# " + next.getKey());
            try (Postgres postgres = Postgres.start()) {
                String circumstances =
                        "Medians of " + settings.rounds() + " interleaved rounds, least and greatest value in"
                                + " brackets. " + Machine.describe() + "; " + postgres.describe() + ".";
                System.out.println(circumstances);
                Section section = next.getValue().run(postgres, settings);
                section.results().forEach(Benchmarks::print);
                section.notes().forEach(System.out::println);
                report.write(section, circumstances);
            }
        }
        System.exit(0); // what measured outboxes leave running shall not keep the JVM
    }

    private static void print(Result result) {
        StringBuilder line =
                new StringBuilder(result.name() + ": " + Numbers.text(result.ours()) + " " + result.unit());
        if (result.floor() != null) {
            line.append(", floor ").append(Numbers.text(result.floor()));
            line.append(", ratio ").append(Numbers.text(result.ours().dividedBy(result.floor())));
        }
        result.peers()
                .forEach((peer, series) ->
                        line.append(", ").append(peer).append(' ').append(Numbers.text(series)));
        if (result.met() != null) {
            line.append("; ").append(result.goal()).append(result.met() ? ": met" : ": MISSED");
        }
        System.out.println(line);
    }
}

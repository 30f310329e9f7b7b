package org.outboxee.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes {@code performance.md}, {@code performance/results.json} and the plots. In the Markdown it replaces what
 * stands between {@code <!-- begin NAME -->} and {@code <!-- end NAME -->}; what people write around that stays.
 */
public final class Report {

    private final Path page;
    private final Path directory;

    /**
     * A report.
     *
     * @param docs the directory of {@code performance.md}, which need not exist
     */
    public Report(Path docs) {
        this.page = docs.resolve("performance.md");
        this.directory = docs.resolve("performance");
    }

    /** Writes what a benchmark says in place of what it said last time. */
    public void write(Section section, String circumstances) throws IOException {
        Files.createDirectories(directory);
        new ResultsFile(directory.resolve("results.json")).replace(section);
        Files.writeString(directory.resolve(section.id() + ".svg"), Plot.of(section.results()));
        StringBuilder text = new StringBuilder("## " + section.title() + "\n\n" + section.text() + "\n\n");
        text.append(circumstances).append("\n\n").append(MarkdownTable.of(section.results()));
        section.notes().forEach(note -> text.append('\n').append(note).append('\n'));
        text.append("\n![")
                .append(section.title())
                .append("](performance/")
                .append(section.id())
                .append(".svg)\n");
        replace(section.id(), text.toString());
    }

    private void replace(String id, String text) throws IOException {
        String begin = "<!-- begin " + id + " -->\n";
        String end = "<!-- end " + id + " -->\n";
        String old = Files.exists(page) ? Files.readString(page) : "# Performance\n";
        int from = old.indexOf(begin);
        int to = old.indexOf(end);
        String fresh = begin + text + end;
        Files.writeString(
                page,
                from < 0 || to < from
                        ? old + "\n" + fresh
                        : old.substring(0, from) + fresh + old.substring(to + end.length()));
    }
}

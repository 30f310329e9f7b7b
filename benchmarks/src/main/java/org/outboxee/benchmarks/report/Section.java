package org.outboxee.benchmarks.report;

import java.util.List;

/**
 * What one benchmark says.
 *
 * @param id its name on the command line; the names of its results begin with it
 * @param title of its section
 * @param text what was done, in Markdown
 * @param results the figures
 * @param notes more about the figures, in Markdown, a paragraph or table each
 */
public record Section(String id, String title, String text, List<Result> results, List<String> notes) {

    /** Copies the lists. */
    public Section {
        results = List.copyOf(results);
        notes = List.copyOf(notes);
    }
}

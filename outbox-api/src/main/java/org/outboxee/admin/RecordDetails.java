package org.outboxee.admin;

import java.util.List;
import java.util.Map;

/**
 * Everything about a record but its payload.
 *
 * @param summary the record
 * @param headers its headers, unmodifiable
 * @param history its last failed attempts, oldest first, at most {@value #MAX_HISTORY}, also from before a replay;
 *     unmodifiable
 * @param stack the stack trace of the last failed attempt, cut to its first 8000 characters; empty if there was none
 */
public record RecordDetails(
        RecordSummary summary, Map<String, String> headers, List<FailedAttempt> history, String stack) {

    /** How many failed attempts are kept; older ones are forgotten. */
    public static final int MAX_HISTORY = 10;

    /** Copies the list. */
    public RecordDetails {
        history = List.copyOf(history);
    }
}

package org.outboxee.memory.internal;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.outboxee.admin.FailedAttempt;
import org.outboxee.admin.RecordDetails;
import org.outboxee.spi.Failure;

/** The last failed attempts of a record. Guarded by the monitor of its {@link PartitionQueue}. */
final class Failures {

    private final Deque<FailedAttempt> attempts = new ArrayDeque<>();
    private String error = "";
    private String stack = "";

    void add(int number, Instant at, Failure failure) {
        attempts.add(new FailedAttempt(number, at, failure.error()));
        if (attempts.size() > RecordDetails.MAX_HISTORY) {
            attempts.remove();
        }
        error = failure.error();
        stack = failure.stack();
    }

    /** After a replay there is no last error; what happened stays known. */
    void replayed() {
        error = "";
    }

    String error() {
        return error;
    }

    String stack() {
        return stack;
    }

    List<FailedAttempt> history() {
        return List.copyOf(attempts);
    }
}

package org.outboxee.cdi.internal.config;

import java.util.ArrayList;
import java.util.List;
import org.outboxee.OutboxConfigurationException;

/** Everything that keeps an application from being deployed, so that one report names it all. Not thread-safe. */
public final class Problems {

    private final List<String> lines = new ArrayList<>();

    /**
     * Adds a problem.
     *
     * @param id its id, such as {@code OUTBOX-05011}
     * @param text names the thing, the value and what is allowed
     */
    public void add(String id, String text) {
        lines.add(id + ": " + text);
    }

    /** Adds a problem that was found as an exception, which has its id in its message. */
    public void add(OutboxConfigurationException problem) {
        lines.add(problem.getMessage());
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The report. */
    public OutboxConfigurationException report() {
        String title = lines.size() == 1
                ? "The outbox cannot be deployed. Its one problem:"
                : "The outbox cannot be deployed. Its " + lines.size() + " problems:";
        return new OutboxConfigurationException("OUTBOX-05001", title + "\n  - " + String.join("\n  - ", lines));
    }
}

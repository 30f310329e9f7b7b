package org.outboxee.cdi.internal.emit;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.PreparedAppend;

/**
 * What follows the end of a transaction that has appended messages. Nothing here may throw: the outcome is decided, and
 * a transaction manager would at best log it.
 *
 * @param wake wakes the relay for partitions
 * @param metrics counts what was committed
 */
public record AppendOutcome(Consumer<Set<Integer>> wake, OutboxMetrics metrics) {

    private static final Logger LOG = System.getLogger("org.outboxee.cdi");

    void completed(boolean committed, List<PreparedAppend> appends, List<OutboxMessage> messages) {
        if (!committed) {
            appends.forEach(append -> guarded(append::rolledBack));
            return;
        }
        Set<Integer> partitions = new HashSet<>();
        for (PreparedAppend append : appends) {
            guarded(append::committed);
            partitions.addAll(append.partitions());
        }
        committed(messages, partitions);
    }

    void committed(List<OutboxMessage> messages, Set<Integer> partitions) {
        guarded(() -> wake.accept(partitions));
        Map<String, Long> byName = messages.stream().collect(groupingBy(OutboxMessage::name, counting()));
        byName.forEach((name, count) -> guarded(() -> metrics.emitted(name, count.intValue())));
    }

    /** The transaction manager accepted a synchronization and committed without calling it. */
    void lost(List<OutboxMessage> messages) {
        LOG.log(
                Level.ERROR,
                "OUTBOX-01014: The transaction committed without " + messages.size() + " message(s) that were emitted"
                        + " too late in its completion: "
                        + messages.stream()
                                .map(message -> message.name() + " " + message.id())
                                .toList()
                        + ". Emit before the transaction completes");
    }

    private static void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "OUTBOX-05048: After the end of a transaction a step failed; the messages are not affected, and"
                            + " what is pending is found by the next poll",
                    e);
        }
    }
}

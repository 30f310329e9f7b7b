package org.outboxee.relay.internal;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxee.OutboxException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Ticker;

/**
 * Every line that the relay logs, so that ids are unique and texts agree. Safe for concurrent use; lines that may
 * repeat at a high rate are limited.
 */
final class RelayLog {

    private static final System.Logger LOGGER = System.getLogger("org.outboxee.relay");
    private static final int MAX_LISTED = 20;

    private final RateLimitedLog limited;
    private volatile boolean stopping;

    RelayLog(Ticker ticker) {
        this.limited = new RateLimitedLog(LOGGER, ticker);
    }

    void taken(String owner, int taken, int owned) {
        LOGGER.log(
                Level.INFO,
                "OUTBOX-02010: The relay has taken " + taken + " partitions, owns " + owned + " as " + owner
                        + " and delivers");
    }

    void sharingFailed(Throwable cause) {
        limited.log(
                Level.WARNING,
                subject("sharing", cause),
                () -> "OUTBOX-02011: The relay could not see who owns which partition, or take or release its own; it"
                        + " goes on with those that it has, and tries again at every poll" + because(cause),
                cause);
    }

    void ownershipLost(int partition, String why) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02012: Partition " + partition + " was taken over by another node, to which this one seemed"
                        + " dead; this relay claims nothing from it until it owns it again (" + why + ")");
    }

    void releaseFailed(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02013: The partitions could not be given up; the next owner takes them over all the same",
                cause);
    }

    void pollFailed(Throwable cause) {
        limited.log(
                Level.WARNING,
                subject("poll", cause),
                () -> "OUTBOX-02014: The store could not say which partitions have work; asked again at the next poll"
                        + because(cause),
                cause);
    }

    void claimFailed(int partition, Throwable cause) {
        limited.log(
                Level.WARNING,
                subject("claim", cause),
                () -> "OUTBOX-02015: Nothing could be claimed from partition " + partition
                        + "; tried again at the next poll" + because(cause),
                cause);
    }

    void settleFailed(List<? extends Settlement> settlements, Throwable cause) {
        limited.log(
                Level.WARNING,
                subject("settle", cause),
                () -> "OUTBOX-02016: The results of " + settlements.size() + " records, the first being "
                        + settlements.get(0).record() + ", could not be stored; they are kept and tried again"
                        + because(cause),
                cause);
    }

    void settlementsIgnored(int count) {
        limited.log(
                Level.WARNING,
                "ignored",
                () -> "OUTBOX-02017: The store ignored the results of " + count
                        + " records, since other claims hold them by now; they may be delivered twice",
                null);
    }

    void unsettled(List<? extends Settlement> settlements) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02018: The relay stopped before the results of " + settlements.size()
                        + " records could be stored; they stay claimed until their lease expires and are then"
                        + " delivered again: "
                        + list(settlements.stream().map(Settlement::record).toList()));
    }

    void unhandled(ClaimedRecord record, Duration delay) {
        limited.log(
                Level.WARNING,
                "unhandled " + record.name(),
                () -> "OUTBOX-02019: Nothing on this node handles " + record + "; it waits " + delay
                        + " and is then looked at again, no attempt is charged. Deploy a handler of this name and"
                        + " binding",
                null);
    }

    void bindingsFailed(ClaimedRecord record, Duration delay, Throwable cause) {
        limited.log(
                Level.WARNING,
                "bindings " + record.name(),
                () -> "OUTBOX-02020: The producer could not say what handles " + record + "; it waits " + delay
                        + ", no attempt is charged",
                cause);
    }

    void expandFailed(ClaimedRecord record, Throwable cause) {
        limited.log(
                Level.WARNING,
                "expand",
                () -> "OUTBOX-02021: " + record + " could not be given the bindings of its handlers; tried again soon",
                cause);
    }

    void retried(ClaimedRecord record, int attempt, Duration wait, Throwable cause) {
        limited.log(
                Level.WARNING,
                "retried " + record.name() + " " + cause.getClass().getName(),
                () -> "OUTBOX-02022: Attempt " + attempt + " to deliver " + record + " failed; the next one is due in "
                        + wait,
                cause);
    }

    void dead(ClaimedRecord record, Failure failure, @Nullable Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OUTBOX-02023: " + record + " is a dead letter now, and is kept until somebody replays or discards it: "
                        + failure.error(),
                cause);
    }

    void interrupted(ClaimedRecord record, Duration timeout) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02024: The delivery of " + record + " is over outbox.delivery-timeout=" + timeout
                        + " and was interrupted; its worker stays taken until the handler returns");
    }

    void succeededLate(ClaimedRecord record, Duration timeout, Duration took) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02025: The delivery of " + record + " succeeded, but took " + took
                        + " and ignored the interrupt after outbox.delivery-timeout=" + timeout);
    }

    void interruptedByStop(ClaimedRecord record, Throwable cause) {
        LOGGER.log(
                Level.INFO,
                "OUTBOX-02026: The delivery of " + record
                        + " was interrupted because the relay stops; it is released, no attempt is charged",
                cause);
    }

    void stillRunning(List<ClaimedRecord> records) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02027: The relay stopped while handlers of " + records.size()
                        + " records did not return; the records stay claimed until their lease expires: "
                        + list(records));
    }

    /** From now on a refused task is no news: a server that shuts down refuses everything, and the stop copes. */
    void stopping() {
        stopping = true;
    }

    void refused(String what, Throwable cause) {
        limited.log(
                stopping ? Level.DEBUG : Level.WARNING,
                "refused " + what,
                () -> "OUTBOX-02028: The executor refused " + what + "; tried again at the next poll or wake-up",
                cause);
    }

    void taskFailed(String what, Throwable cause) {
        limited.log(
                Level.ERROR,
                "task " + what,
                () -> "OUTBOX-02029: " + what + " failed unexpectedly; the relay goes on at the next poll",
                cause);
    }

    void metricsFailed(Throwable cause) {
        limited.log(
                Level.WARNING,
                "metrics",
                () -> "OUTBOX-02030: The OutboxMetrics failed; deliveries go on, what it counts is incomplete",
                cause);
    }

    void claimLost(ClaimedRecord record) {
        limited.log(
                Level.WARNING,
                "claim lost",
                () -> "OUTBOX-02031: The claim of " + record + " was lost before the transaction of its handler"
                        + " committed, so that has rolled back and nothing of it is kept; who holds the record now"
                        + " delivers it",
                null);
    }

    void completionInConflict(ClaimedRecord record, Duration delay, Throwable cause) {
        limited.log(
                Level.INFO,
                "completion in conflict",
                () -> "OUTBOX-02032: " + record + " could not be completed in the transaction of its handler, which"
                        + " has rolled back; it is delivered again in " + delay + ", no attempt is charged"
                        + because(cause),
                null);
    }

    void committedAfterAll(int count, List<? extends Settlement> settlements) {
        LOGGER.log(
                Level.INFO,
                "OUTBOX-02033: Of " + settlements.size() + " records, " + count + " are neither retried nor dead,"
                        + " whatever was said of them: they have been completed, since the commits of their handlers"
                        + " took effect although their answers were lost, or other claims hold them by now: "
                        + list(settlements.stream().map(Settlement::record).toList()));
    }

    void purgeFailed(Throwable cause) {
        limited.log(
                Level.WARNING,
                subject("purge", cause),
                () -> "OUTBOX-02034: What was kept long enough could not be deleted; tried again in " + Purger.INTERVAL
                        + because(cause),
                cause);
    }

    void beatFailed(Throwable cause) {
        limited.log(
                Level.WARNING,
                subject("beat", cause),
                () -> "OUTBOX-02035: The heartbeat of this node could not be stored; tried again soon" + because(cause),
                cause);
    }

    void lapsed(Duration lease, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02036: No heartbeat of this node could be stored for nearly outbox.node-lease=" + lease
                        + ", so other nodes take it for dead: it claims and starts nothing until one is"
                        + because(cause),
                cause);
    }

    void confirmedAgain() {
        LOGGER.log(Level.INFO, "OUTBOX-02037: The heartbeat of this node is stored again; deliveries go on");
    }

    void leaveFailed(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02038: The row of this node could not be removed; the others take it for living until its"
                        + " node lease is over",
                cause);
    }

    void released(int released, int owned) {
        LOGGER.log(
                Level.INFO,
                "OUTBOX-02039: The relay has given up " + released + " partitions to other nodes, and owns " + owned);
    }

    void buried(String incarnation) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02041: Node " + incarnation + " is dead, and nothing that it owned is left to take over");
    }

    void differentHandlers(String incarnation, Set<?> own, Set<?> theirs) {
        LOGGER.log(
                Level.WARNING,
                "OUTBOX-02042: This node shares the outbox with node " + incarnation + ", but not a single handler:"
                        + " partitions with messages that only the other can deliver go back and forth between them, which"
                        + " takes time. Give different applications on one table different values of outbox.name. Here"
                        + " are handled " + some(own) + ", there " + some(theirs));
    }

    void handledElsewhere(ClaimedRecord record, String node) {
        limited.log(
                Level.INFO,
                "handled elsewhere " + record.name(),
                () -> "OUTBOX-02044: Nothing on this node handles " + record + ", but node " + node
                        + " does: it is handed partition " + record.partition()
                        + " as soon as what is claimed of it here has ended",
                null);
    }

    void claimsEnded(String incarnation, int partition) {
        LOGGER.log(
                Level.INFO,
                "OUTBOX-02045: What node " + incarnation + ", which has gone, may have claimed in partition "
                        + partition + " is delivered again: none of its deliveries can still run");
    }

    void notWorking() {
        limited.log(
                Level.WARNING,
                "not working",
                () -> "OUTBOX-02043: The executor has not run the relay's own tasks for long, so this node says no more"
                        + " that it lives, and others take over what it owns. See what its threads do",
                null);
    }

    void sampleFailed(Throwable cause) {
        limited.log(
                Level.WARNING,
                subject("sample", cause),
                () -> "OUTBOX-02047: How much waits could not be counted, so metrics and health show what was counted"
                        + " before; tried again soon" + because(cause),
                cause);
    }

    private static String some(Set<?> names) {
        String listed =
                names.stream().map(String::valueOf).sorted().limit(MAX_LISTED).collect(Collectors.joining(", "));
        return names.size() > MAX_LISTED ? listed + " and " + (names.size() - MAX_LISTED) + " more" : listed;
    }

    /** In the line itself, since a log may be read without its stack traces. */
    private static String because(Throwable cause) {
        return ". " + (cause instanceof OutboxException ? cause.getMessage() : cause);
    }

    /** A new reason is news, as when a database comes back and takes no writes; another partition is not. */
    private static String subject(String what, Throwable cause) {
        return what + because(cause).replaceAll("\\d+", "");
    }

    private static String list(List<ClaimedRecord> records) {
        String listed = records.stream().limit(MAX_LISTED).map(String::valueOf).collect(Collectors.joining(", "));
        return records.size() > MAX_LISTED ? listed + " and " + (records.size() - MAX_LISTED) + " more" : listed;
    }
}

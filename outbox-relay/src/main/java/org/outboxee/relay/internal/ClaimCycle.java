package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.outboxee.relay.PartitionOwnership;
import org.outboxee.relay.RelayConfig;

/**
 * When to poll and claim. One pass runs at a time; it goes once round the ready partitions while there is room, and
 * asks for another pass if some are left.
 *
 * <p>Safe for concurrent use: what other threads call only marks and requests.
 */
final class ClaimCycle {

    /** A pool may be busy for a while. */
    private static final int PATIENCE = 4;

    private final Parts parts;
    private final PartitionOwnership ownership;
    private final ReadyPartitions ready;
    private final LaneQueue queue;
    private final Settler settler;
    private final Claimer claimer;
    private final BooleanSupplier confirmed;
    private final Runnable onPoll;

    private final SingleFlight flight;
    private final OneShot pollTimer;
    private final AtomicBoolean pollDue = new AtomicBoolean();
    private volatile long lastPass;

    /**
     * Not started.
     *
     * @param confirmed whether this node may claim
     * @param onPoll what else is done once per poll interval
     * @param afterPass runs after each pass
     */
    ClaimCycle(
            Parts parts,
            PartitionOwnership ownership,
            ReadyPartitions ready,
            LaneQueue queue,
            Settler settler,
            Claimer claimer,
            BooleanSupplier confirmed,
            Runnable onPoll,
            Runnable afterPass,
            RelayLog log) {
        this.parts = parts;
        this.ownership = ownership;
        this.ready = ready;
        this.queue = queue;
        this.settler = settler;
        this.claimer = claimer;
        this.confirmed = confirmed;
        this.onPoll = onPoll;
        this.flight = new SingleFlight("Claiming", this::pass, afterPass, parts.executor(), log);
        this.pollTimer = new OneShot("the poll timer", this::tick, parts.executor(), log);
    }

    /** Polls now and from now on. */
    void start() {
        lastPass = parts.ticker().nanos();
        tick();
    }

    private void tick() {
        pollTimer.arm(parts.config().pollInterval());
        pollDue.set(true);
        flight.request();
    }

    /** Polls once, soon. */
    void poll() {
        pollDue.set(true);
        flight.request();
    }

    /** These partitions have new work. */
    void wake(Set<Integer> partitions) {
        ready.mark(partitions.stream()
                .filter(partition -> ownership.lease(partition) != null)
                .toList());
        goOn();
    }

    /**
     * Something changed that may allow a claim: seen by this or by the pass that runs, whoever comes second. Also the
     * occasion to get a poll timer back that the executor has refused.
     */
    void goOn() {
        if (mayClaim() || !pollTimer.isArmed()) {
            flight.request();
        }
    }

    /** Starts no pass any more. */
    void close() {
        pollTimer.close();
        flight.close();
    }

    /** Whether a pass is under way. */
    boolean isRunning() {
        return flight.isRunning();
    }

    /** Whether passes get their turn: none was missed for so many node leases or poll intervals. */
    boolean isWorking() {
        RelayConfig config = parts.config();
        Duration longest =
                config.nodeLease().compareTo(config.pollInterval()) > 0 ? config.nodeLease() : config.pollInterval();
        return parts.ticker().nanos() - lastPass
                < longest.multipliedBy(PATIENCE).toNanos();
    }

    private void pass() {
        lastPass = parts.ticker().nanos();
        // The tick has armed it, unless the executor refused to.
        pollTimer.arm(parts.config().pollInterval());
        boolean poll = pollDue.getAndSet(false);
        if (poll) {
            onPoll.run();
            claimer.releaseOverdue();
            claimer.poll();
        }
        // Not goOn: without a timer that would be a pass without end.
        if (claimRound() && mayClaim()) {
            flight.request();
        }
    }

    /** Claims once from each ready partition. After an error the others wait, since the whole store may be down. */
    private boolean claimRound() {
        for (int left = ready.size(); left > 0 && mayClaim(); left--) {
            Integer partition = ready.take();
            if (partition != null && !claimer.claim(partition, queue.limit())) {
                return false;
            }
        }
        return true;
    }

    private boolean mayClaim() {
        return ready.size() > 0 && confirmed.getAsBoolean() && queue.limit() > 0 && !settler.isBacklogged();
    }
}

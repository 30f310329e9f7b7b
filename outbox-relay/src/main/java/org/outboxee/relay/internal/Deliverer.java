package org.outboxee.relay.internal;

import java.time.Duration;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.LeasePolicy;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Lane;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/**
 * The workers: each takes a lane, delivers its records in order, and goes on with the next lane.
 *
 * <p>Safe for concurrent use; no lock is held while the producer runs.
 */
final class Deliverer {

    private final Parts parts;
    private final LeasePolicy policy;
    private final FailurePolicy failures;
    private final LaneQueue queue;
    private final ReadyPartitions ready;
    private final DeliveryTimer timer;
    private final Results results;
    private final LongPredicate confirmedSince;
    private final RelayLog log;
    private final Runnable onProgress;

    /**
     * No worker yet.
     *
     * @param confirmedSince whether this node may start what was claimed at a time of the ticker
     * @param onProgress runs when a record has started and when a worker has finished a lane
     */
    Deliverer(
            Parts parts,
            FailurePolicy failures,
            LaneQueue queue,
            ReadyPartitions ready,
            DeliveryTimer timer,
            Results results,
            LongPredicate confirmedSince,
            RelayLog log,
            Runnable onProgress) {
        this.parts = parts;
        this.policy = parts.policy();
        this.failures = failures;
        this.queue = queue;
        this.ready = ready;
        this.timer = timer;
        this.results = results;
        this.confirmedSince = confirmedSince;
        this.log = log;
        this.onProgress = onProgress;
    }

    /** Starts a worker for every lane that can have one. */
    void startWorkers() {
        queue.assign().forEach(this::startWorker);
    }

    /** Lets the lanes go on that were waiting for results, and have them. */
    void resume() {
        List<LaneWork> resumed =
                queue.deferred().stream().filter(work -> !isAhead(work)).toList();
        resumed.forEach(queue::resume);
        if (!resumed.isEmpty()) {
            startWorkers();
        }
    }

    private void startWorker(LaneWork work) {
        try {
            parts.executor().executeDelivery(() -> work(work));
        } catch (Throwable e) { // also an Error, as when no thread can be created
            queue.refused(work);
            log.refused("a delivery", e);
        }
    }

    /** Containers take tasks that never end for hung ones: a busy worker starts anew once per poll interval. */
    private void work(LaneWork first) {
        long start = parts.ticker().nanos();
        LaneWork work = first;
        while (work != null) {
            work = deliverAll(work) ? queue.finish(work) : queue.nextLane();
            onProgress.run();
            if (work != null
                    && parts.ticker().nanos() - start
                            >= parts.config().pollInterval().toNanos()) {
                startWorker(work);
                return;
            }
        }
    }

    /** Delivers what is left of a lane; false if the lane was deferred instead. */
    private boolean deliverAll(LaneWork work) {
        ClaimedRecord record;
        while ((record = queue.next(work)) != null) {
            try {
                onProgress.run();
                boolean completes =
                        parts.producer().completes(record.name(), record.id().binding());
                if (!completes || !isAhead(work)) {
                    deliver(work, record, completes);
                } else if (queue.defer(work)) {
                    resume(); // for results that were stored between the two
                    return false;
                } else {
                    end(work, new Released(record, Duration.ZERO), null, Duration.ZERO);
                }
            } catch (Throwable e) {
                log.taskFailed("Delivering " + record, e);
                end(work, new Released(record, parts.config().pollInterval()), null, Duration.ZERO);
            }
        }
        return true;
    }

    /**
     * Whether results of its lane are on their way into the store that come before its next record. One that commits
     * with its handler's transaction must not overtake them: after a crash they would be delivered behind it.
     */
    private boolean isAhead(LaneWork work) {
        Lane lane = work.lane();
        return lane != null && ready.inFlight(lane) > queue.remaining(work);
    }

    private void deliver(LaneWork work, ClaimedRecord record, boolean completes) {
        Duration age = ageAtFirst(record); // before the check: it may take its time
        if (!confirmedSince.test(work.claimStart())
                || !policy.mayStart(work.claimStart(), parts.ticker().nanos())) {
            end(work, new Released(record, Duration.ZERO), null, Duration.ZERO);
            return;
        }
        TransactionalCompletion completion = new TransactionalCompletion(parts.store(), record, completes);
        RecordDelivery delivery = RecordDelivery.of(record, parts.limits().maxAttempts(record), completion::complete);
        RunningDelivery call = timer.begin(record);
        Throwable thrown = null;
        try {
            parts.producer().deliver(delivery);
        } catch (Throwable e) {
            thrown = e;
        }
        Interruption interruption = timer.end(call);
        completion.end(thrown == null);
        Duration took = Duration.ofNanos(parts.ticker().nanos() - call.startedAt());
        if (age != null) {
            parts.metrics().started(delivery, age);
        }
        if (thrown != null && completion.isClaimLost()) {
            results.claimLost(record, queue.dropTail(work));
        } else if (thrown != null && completion.isInConflict()) {
            Duration delay = parts.config().pollInterval();
            log.completionInConflict(record, delay, thrown);
            end(work, new Released(record, delay), null, took);
        } else {
            Settlement settlement = settlement(record, thrown, interruption, took);
            if (!completion.isPrepared()) {
                end(work, settlement, thrown, took);
            } else if (thrown == null) {
                results.completed(record, took);
            } else {
                results.endedInDoubt(settlement, goesOn(settlement) ? List.of() : queue.dropTail(work), thrown, took);
            }
        }
    }

    /** How long ago a message was written, if this is its first attempt. */
    private @Nullable Duration ageAtFirst(ClaimedRecord record) {
        if (record.attempts() > 0 || record.crashes() > 0) {
            return null;
        }
        Duration age = Duration.between(record.createdAt(), parts.store().now());
        return age.isNegative() ? Duration.ZERO : age;
    }

    private Settlement settlement(
            ClaimedRecord record, @Nullable Throwable thrown, @Nullable Interruption interruption, Duration took) {
        if (thrown == null) {
            if (interruption == Interruption.TIMEOUT) {
                log.succeededLate(record, parts.limits().deliveryTimeout(record), took);
            }
            return new Completed(record);
        }
        Settlement settlement = failures.failed(record, thrown, interruption);
        if (settlement instanceof Released) {
            log.interruptedByStop(record, thrown);
        }
        return settlement;
    }

    private void end(LaneWork work, Settlement settlement, @Nullable Throwable thrown, Duration took) {
        int tail = goesOn(settlement) ? 0 : queue.dropTail(work).size();
        results.ended(settlement, tail, thrown, took);
    }

    private static boolean goesOn(Settlement settlement) {
        return !(settlement instanceof Failed || settlement instanceof Released);
    }
}

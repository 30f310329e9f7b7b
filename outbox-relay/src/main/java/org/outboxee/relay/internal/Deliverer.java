package org.outboxee.relay.internal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.outboxee.relay.LeasePolicy;
import org.outboxee.spi.ClaimedRecord;
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
    private final DeliveryTimer timer;
    private final Results results;
    private final RelayLog log;
    private final Runnable onProgress;

    /**
     * No worker yet.
     *
     * @param onProgress runs when a record has started and when a worker has finished a lane
     */
    Deliverer(
            Parts parts,
            FailurePolicy failures,
            LaneQueue queue,
            DeliveryTimer timer,
            Results results,
            RelayLog log,
            Runnable onProgress) {
        this.parts = parts;
        this.policy = LeasePolicy.of(parts.config());
        this.failures = failures;
        this.queue = queue;
        this.timer = timer;
        this.results = results;
        this.log = log;
        this.onProgress = onProgress;
    }

    /** Starts a worker for every lane that can have one. */
    void startWorkers() {
        queue.assign().forEach(this::startWorker);
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
            deliverAll(work);
            work = queue.finish(work);
            onProgress.run();
            if (work != null
                    && parts.ticker().nanos() - start
                            >= parts.config().pollInterval().toNanos()) {
                startWorker(work);
                return;
            }
        }
    }

    private void deliverAll(LaneWork work) {
        ClaimedRecord record;
        while ((record = queue.next(work)) != null) {
            try {
                onProgress.run();
                deliver(work, record);
            } catch (Throwable e) {
                log.taskFailed("Delivering " + record, e);
                end(work, new Released(record, parts.config().pollInterval()), null, Duration.ZERO);
            }
        }
    }

    private void deliver(LaneWork work, ClaimedRecord record) {
        if (!policy.mayStart(work.claimStart(), parts.ticker().nanos())) {
            end(work, new Released(record, Duration.ZERO), null, Duration.ZERO);
            return;
        }
        RecordDelivery delivery = RecordDelivery.of(record, parts.config().maxAttempts());
        RunningDelivery call = timer.begin(record);
        Throwable thrown = null;
        try {
            parts.producer().deliver(delivery);
        } catch (Throwable e) {
            thrown = e;
        }
        Interruption interruption = timer.end(call);
        Duration took = Duration.ofNanos(parts.ticker().nanos() - call.startedAt());
        end(work, settlement(record, thrown, interruption, took), thrown, took);
    }

    private Settlement settlement(
            ClaimedRecord record, @Nullable Throwable thrown, @Nullable Interruption interruption, Duration took) {
        if (thrown == null) {
            if (interruption == Interruption.TIMEOUT) {
                log.succeededLate(record, parts.config().deliveryTimeout(), took);
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
        boolean goesOn = !(settlement instanceof Failed || settlement instanceof Released);
        int tail = goesOn ? 0 : queue.dropTail(work).size();
        results.ended(settlement, tail, thrown, took);
    }
}

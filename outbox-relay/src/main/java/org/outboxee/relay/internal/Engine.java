package org.outboxee.relay.internal;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.outboxee.relay.Backoff;
import org.outboxee.relay.PartitionOwnership;
import org.outboxee.relay.RelayConfig;
import org.outboxee.relay.RelayStatus;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.PartitionLease;

/**
 * The relay's parts put together, and their orderly start and stop. Event-driven: nothing here parks a thread, except a
 * stop.
 *
 * <p>Safe for concurrent use. Mutable state lives in {@link ReadyPartitions}, {@link LaneQueue}, {@link SettleQueue},
 * {@link DeliveryTimer} and {@link SingleFlight}; each has a lock of its own, and none calls out while it holds it.
 */
public final class Engine {

    private enum State {
        NEW,
        RUNNING,
        STOPPING,
        STOPPED
    }

    private final Parts parts;
    private final RelayLog log;
    private final PartitionOwnership ownership = new PartitionOwnership();
    private final Heartbeat heartbeat;
    private final ReadyPartitions ready = new ReadyPartitions();
    private final LaneQueue queue;
    private final DeliveryTimer timer;
    private final Settler settler;
    private final Results results;
    private final Deliverer deliverer;
    private final ClaimCycle cycle;
    private final Balancer balancer;
    private final Purger purger;
    private final Sampler sampler;
    private final Pauses pauses = new Pauses();

    private final CountDownLatch drained = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile State state = State.NEW;

    /** An engine that is not started. */
    public Engine(Parts given) {
        RelayConfig config = given.config();
        log = new RelayLog(given.ticker());
        parts = given.withMetrics(new SafeMetrics(given.metrics(), log));
        heartbeat = new Heartbeat(parts, log, this::isWorking, this::beaten);
        queue = new LaneQueue(config.batch(), config.workers(), parts.limits());
        timer = new DeliveryTimer(
                parts.limits()::deliveryTimeout,
                parts.limits().shortestTimeout(),
                parts.executor(),
                parts.ticker(),
                log);
        settler = new Settler(parts, log, this::settled);
        results = new Results(settler, parts, log);
        FailurePolicy failures = new FailurePolicy(
                config, parts.limits(), new Backoff(config.backoffInitial(), config.backoffMax(), parts.random()));
        deliverer = new Deliverer(
                parts, failures, queue, ready, timer, results, this::mayDeliverSince, log, this::progressed);
        HandOvers handOvers = new HandOvers(parts.owner(), this::handOverWanted);
        Triage triage = new Triage(parts, failures, results, ready, handOvers, pauses, log);
        Revocation revocation = new Revocation(parts, ownership, queue, results, log);
        Claimer claimer = new Claimer(parts, ownership, ready, queue, triage, results, revocation, deliverer, log);
        purger = new Purger(parts, ownership, log);
        sampler = new Sampler(parts, ownership, given.metrics() != OutboxMetrics.NONE, log);
        cycle = new ClaimCycle(
                parts, ownership, ready, queue, settler, claimer, this::mayClaim, this::nudge, this::checkDrained, log);
        balancer =
                new Balancer(parts, ownership, ready, revocation, handOvers, heartbeat::isConfirmed, cycle::poll, log);
    }

    /**
     * Starts; does nothing when it is started.
     *
     * @throws IllegalStateException if it was stopped
     */
    public void start() {
        synchronized (this) {
            if (state == State.RUNNING) {
                return;
            }
            if (state != State.NEW) {
                throw new IllegalStateException("A relay is started once; build another one with an owner of its own");
            }
            state = State.RUNNING;
        }
        cycle.start();
        purger.start();
        sampler.start();
        heartbeat.start();
    }

    /** These partitions have new work. */
    public void wake(Set<Integer> partitions) {
        if (isRunning()) {
            cycle.wake(partitions);
        }
    }

    /** The partitions owned at the moment. */
    public List<Integer> owned() {
        return ownership.owned();
    }

    /** Whether it is started and not stopped. */
    public boolean isRunning() {
        return state == State.RUNNING;
    }

    /** How it is at the moment. */
    public RelayStatus status() {
        return new RelayStatus(isRunning(), pauses.isPaused(), heartbeat.isConfirmed(), sampler.last());
    }

    private boolean mayClaim() {
        return !pauses.isPaused() && heartbeat.isConfirmed();
    }

    private boolean mayDeliverSince(long claimStart) {
        return !pauses.isPaused() && heartbeat.isConfirmedSince(claimStart);
    }

    /** Claims and starts nothing, or does so again. */
    public void pause(boolean paused) {
        pauses.pause(paused);
        afterPause(paused, work -> true);
    }

    /** Starts nothing of a handler, or does so again; false if that was so before. */
    public boolean pauseHandler(String name, String binding, boolean paused) {
        boolean changed = pauses.pauseHandler(name, binding, paused);
        afterPause(paused, work -> work.anyWaiting(pauses::holds));
        return changed;
    }

    /** Starts nothing of a key, or does so again; false if that was so before. */
    public boolean pauseLane(String binding, String key, boolean paused) {
        boolean changed = pauses.pauseLane(binding, key, paused);
        afterPause(paused, work -> work.anyWaiting(pauses::holds));
        return changed;
    }

    /** The handlers and keys that are paused. */
    public List<String> paused() {
        return pauses.describe();
    }

    /** What waits is given back, and what of it is not paused is claimed again. */
    private void afterPause(boolean paused, Predicate<LaneWork> waiting) {
        if (paused) {
            results.releaseAll(queue.revoke(waiting));
        }
        if (isRunning()) {
            cycle.poll();
        }
    }

    /** Stops, see {@link org.outboxee.relay.Relay#stop()}. */
    public void stop() {
        State before;
        synchronized (this) {
            before = state;
            if (before == State.NEW || before == State.RUNNING) {
                state = State.STOPPING;
            }
        }
        Waiting waiting = new Waiting(parts.executor(), parts.ticker());
        try {
            if (before == State.NEW) {
                end();
            } else if (before == State.RUNNING) {
                stopRunning(waiting);
            } else {
                awaitOtherStop(waiting);
            }
        } finally {
            waiting.restoreInterrupt();
        }
    }

    private void stopRunning(Waiting waiting) {
        try {
            drainAndRelease(waiting);
        } finally {
            end();
        }
    }

    private void end() {
        state = State.STOPPED;
        stopped.countDown();
    }

    private void awaitOtherStop(Waiting waiting) {
        RelayConfig config = parts.config();
        waiting.interruptibly(
                stopped, config.shutdownTimeout().plus(config.settleTimeout().multipliedBy(5)));
    }

    private void drainAndRelease(Waiting waiting) {
        log.stopping();
        RelayConfig config = parts.config();
        cycle.close();
        purger.close();
        sampler.close();
        heartbeat.leave();
        results.releaseAll(queue.close());
        balancer.leave();
        checkDrained();
        if (!waiting.interruptibly(drained, config.shutdownTimeout())) {
            timer.interruptAll();
            waiting.uninterruptibly(drained, config.settleTimeout());
        }
        timer.close();
        settler.close(config.settleTimeout(), waiting);
        List<ClaimedRecord> running = queue.running();
        if (!running.isEmpty()) {
            log.stillRunning(running);
        }
        balancer.close(waiting);
        releasePartitions(waiting);
        heartbeat.end(waiting);
    }

    /** On the executor, since a store that hangs must not hang the stop. */
    private void releasePartitions(Waiting waiting) {
        CountDownLatch released = new CountDownLatch(1);
        Runnable release = () -> {
            try {
                List<PartitionLease> held = ownership.close();
                if (!held.isEmpty()) {
                    parts.leases().release(held);
                }
            } catch (Throwable e) {
                log.releaseFailed(e);
            } finally {
                released.countDown();
            }
        };
        try {
            parts.executor().execute(release);
        } catch (Throwable e) {
            release.run();
        }
        waiting.uninterruptibly(released, parts.config().settleTimeout());
    }

    private void settled(List<Settling> settled) {
        settled.forEach(ready::settled);
        deliverer.resume();
        balancer.settled();
        cycle.goOn();
    }

    private void handOverWanted() {
        balancer.handOver();
    }

    private boolean isWorking() {
        return state != State.RUNNING || cycle.isWorking();
    }

    private void beaten() {
        balancer.look();
        cycle.goOn();
    }

    private void progressed() {
        cycle.goOn();
        checkDrained();
    }

    /** Once per poll interval: what an executor refused before is asked for again. */
    private void nudge() {
        deliverer.startWorkers();
        deliverer.resume();
        settler.nudge();
        timer.rearm();
        purger.start();
        sampler.start();
        heartbeat.start();
    }

    private void checkDrained() {
        if (state == State.STOPPING && queue.running().isEmpty() && !cycle.isRunning()) {
            drained.countDown();
        }
    }
}

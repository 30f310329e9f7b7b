package org.outboxee.relay.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.ClaimedRecord;

/**
 * What is claimed and not delivered yet: lanes that wait for a worker, lanes that workers have, lanes whose next record
 * has to wait for the results before it, and how much more may be claimed.
 *
 * <p>Safe for concurrent use: every method holds the lock of this object and calls nothing outside.
 */
final class LaneQueue {

    /** How many records of a handler with a bound of its own may wait for it, in batches. */
    private static final int PATIENCE = 4;

    private final int batch;
    private final int workers;
    private final Limits limits;
    private final boolean limited;

    /** Lanes that no worker has, oldest first. */
    private final Deque<LaneWork> runnable = new ArrayDeque<>();

    /** Lanes that a worker has, one per busy worker. */
    private final Set<LaneWork> active = new LinkedHashSet<>();

    /** Lanes that go on when the results of what is before them are stored. */
    private final Set<LaneWork> deferred = new LinkedHashSet<>();

    private int waiting;
    private boolean closed;

    LaneQueue(int batch, int workers, Limits limits) {
        this.batch = batch;
        this.workers = workers;
        this.limits = limits;
        this.limited = limits.anyConcurrency();
    }

    /**
     * How many records to claim next. Free workers always count, whatever waits in the lanes of busy ones, so that slow
     * lanes idle nobody. Beyond that a prefetch of up to a batch waits, and is filled by halves rather than record by
     * record, since every claim costs a transaction.
     */
    synchronized int limit() {
        if (closed) {
            return 0;
        }
        List<LaneWork> heldUp = heldUp();
        int waits = waiting - heldUp.stream().mapToInt(LaneWork::waiting).sum();
        int free = workers - active.size() - (runnable.size() - heldUp.size()) - deferred.size();
        int limit = Math.min(batch, free + Math.max(0, batch - waits));
        if (free <= 0) {
            return limit < (batch + 1) / 2 ? 0 : limit;
        }
        // Lanes claimed deep one after the other must not add up: what waits stays within two batches and the workers.
        return Math.min(limit, Math.max(1, 2 * batch - waits));
    }

    /** The lanes that no free worker may take, since enough deliveries to their handlers run. */
    private List<LaneWork> heldUp() {
        return limited ? runnable.stream().filter(work -> !mayRun(work)).toList() : List.of();
    }

    /** Whether a worker may deliver the next record of a lane: those to handlers with a bound have to wait for it. */
    private boolean mayRun(LaneWork work) {
        ClaimedRecord next = work.peek();
        if (!limited || next == null) {
            return true;
        }
        int most = limits.concurrency(next);
        if (most == Integer.MAX_VALUE) {
            return true;
        }
        HandlerKey handler = HandlerKey.of(next);
        return active.stream()
                        .filter(other -> other != work)
                        .map(LaneWork::current)
                        .filter(Objects::nonNull)
                        .filter(record -> HandlerKey.of(record).equals(handler))
                        .count()
                < most;
    }

    /** Whether so many records of this one's handler wait for it already that it does not help to keep more. */
    synchronized boolean isFull(ClaimedRecord record) {
        if (!limited || limits.concurrency(record) == Integer.MAX_VALUE) {
            return false;
        }
        HandlerKey handler = HandlerKey.of(record);
        return runnable.stream()
                        .filter(work ->
                                work.anyWaiting(other -> HandlerKey.of(other).equals(handler)))
                        .mapToInt(LaneWork::waiting)
                        .sum()
                >= PATIENCE * batch;
    }

    /**
     * Adds claimed work.
     *
     * @return false if the queue is closed; the work was not taken
     */
    synchronized boolean add(LaneWork work) {
        if (closed) {
            return false;
        }
        waiting += work.waiting();
        runnable.add(work);
        return true;
    }

    /** Gives waiting lanes to free workers. Each must be finished or refused. */
    synchronized List<LaneWork> assign() {
        List<LaneWork> assigned = new ArrayList<>();
        LaneWork next;
        while ((next = assignOne()) != null) {
            assigned.add(next);
        }
        return assigned;
    }

    /** Takes a lane back that no worker could be started for. */
    synchronized void refused(LaneWork work) {
        active.remove(work);
        if (work.waiting() > 0) {
            runnable.addFirst(work);
        }
    }

    /** The next record of a worker's lane, {@code null} when nothing is left of it. The one before has ended. */
    synchronized @Nullable ClaimedRecord next(LaneWork work) {
        if (!mayRun(work)) {
            return null; // a lane may have messages of several names: it waits, and its worker takes another
        }
        ClaimedRecord record = work.advance();
        if (record != null) {
            waiting--;
        }
        return record;
    }

    /** How many records of a lane have not ended. */
    synchronized int remaining(LaneWork work) {
        return work.waiting() + (work.running() == null ? 0 : 1);
    }

    /**
     * Takes a lane from its worker, and lets its running record wait for {@link #resume}. The worker is free.
     *
     * @return false if the queue is closed; nothing was changed
     */
    synchronized boolean defer(LaneWork work) {
        if (closed) {
            return false;
        }
        work.putBack();
        waiting++;
        active.remove(work);
        deferred.add(work);
        return true;
    }

    /** The lanes that were deferred and not resumed. */
    synchronized List<LaneWork> deferred() {
        return List.copyOf(deferred);
    }

    /** Lets a deferred lane go on. */
    synchronized void resume(LaneWork work) {
        if (deferred.remove(work)) {
            runnable.addFirst(work);
        }
    }

    /** A lane for a worker that is free, {@code null} if there is none. */
    synchronized @Nullable LaneWork nextLane() {
        return assignOne();
    }

    /** What waits behind the running record of a worker's lane, now taken out. */
    synchronized List<ClaimedRecord> dropTail(LaneWork work) {
        waiting -= work.waiting();
        return work.drop();
    }

    /**
     * A worker has done with its lane, or has to let it wait for its handler. Returns another one for it, {@code null}
     * if the worker is free now.
     */
    synchronized @Nullable LaneWork finish(LaneWork work) {
        work.ended();
        active.remove(work);
        if (work.waiting() > 0) {
            runnable.addFirst(work);
        }
        return assignOne();
    }

    /** Takes out what waits in the lanes that match, running records excepted; one list per lane, in order. */
    synchronized List<List<ClaimedRecord>> revoke(Predicate<LaneWork> matching) {
        List<LaneWork> lanes = new ArrayList<>(runnable);
        lanes.addAll(active);
        lanes.addAll(deferred);
        List<List<ClaimedRecord>> revoked = lanes.stream()
                .filter(matching)
                .map(this::dropTail)
                .filter(records -> !records.isEmpty())
                .toList();
        runnable.removeIf(work -> work.waiting() == 0);
        deferred.removeIf(work -> work.waiting() == 0);
        return revoked;
    }

    /** Takes nothing more, and takes out all that waits. */
    synchronized List<List<ClaimedRecord>> close() {
        closed = true;
        return revoke(work -> true);
    }

    /** The records that workers are delivering. */
    synchronized List<ClaimedRecord> running() {
        return active.stream().map(LaneWork::running).filter(Objects::nonNull).toList();
    }

    private @Nullable LaneWork assignOne() {
        if (active.size() >= workers) {
            return null;
        }
        LaneWork work = limited ? firstThatMayRun() : runnable.poll();
        if (work != null) {
            active.add(work);
        }
        return work;
    }

    private @Nullable LaneWork firstThatMayRun() {
        for (Iterator<LaneWork> it = runnable.iterator(); it.hasNext(); ) {
            LaneWork work = it.next();
            if (mayRun(work)) {
                it.remove();
                return work;
            }
        }
        return null;
    }
}

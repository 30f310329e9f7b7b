package org.outboxee.memory.internal;

import java.time.Duration;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.outboxee.spi.OutboxStoreException;

/**
 * Makes seq follow commit order: of the units of work that append keyed messages to a partition, one at a time is
 * between its append and its end. Others wait. Safe for any number of threads.
 *
 * <p>A store does not see units of work, only appends and threads: appends of one thread belong to one unit until all
 * of them are reported. So a transaction that appends twice does not wait for itself, and neither does one that its
 * thread has suspended: the inner one becomes visible with the outer one.
 */
final class AppendUnits {

    private final Semaphore[] locks;
    private final Duration patience;
    private final ConcurrentMap<Thread, AppendUnit> units = new ConcurrentHashMap<>();

    AppendUnits(int partitions, Duration patience) {
        locks = IntStream.range(0, partitions).mapToObj(i -> new Semaphore(1)).toArray(Semaphore[]::new);
        this.patience = patience;
    }

    /**
     * Opens an append in the thread's unit of work.
     *
     * @param partitions those in which other units of work must wait
     * @throws OutboxStoreException if another unit of work kept this one waiting for too long, or the thread is
     *     interrupted
     */
    AppendUnit enter(Collection<Integer> partitions) {
        AppendUnit unit = units.compute(
                Thread.currentThread(), (thread, open) -> open != null && open.join() ? open : new AppendUnit(thread));
        try {
            NavigableSet<Integer> missing = new TreeSet<>(partitions);
            missing.removeAll(unit.locked());
            for (int partition : missing) { // Ascending, so that two units never wait for each other.
                lock(partition);
                unit.locked().add(partition);
            }
        } catch (RuntimeException e) {
            leave(unit, () -> {});
            throw e;
        }
        return unit;
    }

    /**
     * Reports the end of one append.
     *
     * @param outcome what makes the outcome visible; runs when the whole unit of work has ended
     */
    void leave(AppendUnit unit, Runnable outcome) {
        if (unit.leave(outcome)) {
            units.remove(unit.thread(), unit);
            try {
                unit.outcomes().forEach(Runnable::run);
            } finally {
                unit.locked().forEach(partition -> locks[partition].release());
            }
        }
    }

    private void lock(int partition) {
        try {
            if (!locks[partition].tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new OutboxStoreException(
                        "OUTBOX-04002",
                        "Another transaction has appended to partition " + partition + " and has not ended within "
                                + patience.toSeconds() + " s. This transaction must roll back; it can be tried again",
                        null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutboxStoreException(
                    "OUTBOX-04003",
                    "The thread was interrupted while it waited for another transaction that has appended to partition "
                            + partition + ". This transaction must roll back",
                    e);
        }
    }
}

package org.outboxee.jpa.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.outboxee.spi.OutboxStoreException;

/**
 * Numbers for records without a key, reserved before they are needed: such records need no order, so their transactions
 * do not wait for each other. A reservation never runs inside a business transaction, which would need a second
 * connection for it and hang when the pool has no more. Numbers that a stop leaves over are lost, which does no harm.
 * Safe for any number of threads.
 */
final class KeylessBlocks {

    /** How many numbers one reservation takes. */
    static final int SIZE = 128;

    private static final Logger LOG = System.getLogger(KeylessBlocks.class.getName());

    private final Function<List<Integer>, Map<Integer, Long>> reservation;
    private final Executor background;
    private final Map<Integer, Block> blocks = new ConcurrentHashMap<>();
    private volatile boolean closed;
    private volatile boolean failing;

    /**
     * Starts without any numbers.
     *
     * @param reservation reserves {@link #SIZE} numbers of each of some counters, in a transaction of its own, and
     *     returns the first ones by counter id
     */
    KeylessBlocks(Function<List<Integer>, Map<Integer, Long>> reservation, Executor background) {
        this.reservation = reservation;
        this.background = background;
    }

    /** Reserves numbers of some counters now; not to be called in a transaction. */
    void reserve(List<Integer> counterIds) {
        try {
            reservation
                    .apply(counterIds)
                    .forEach((counterId, first) -> block(counterId).add(first));
            failing = false;
        } catch (OutboxStoreException e) {
            // While the database is down or read-only, each emit without a key leads here.
            Level level = failing ? Level.DEBUG : Level.WARNING;
            failing = true;
            LOG.log(
                    level,
                    "OUTBOX-03011: No numbers could be reserved for messages without a key. Until it works again, their"
                            + " transactions take them one after the other",
                    e);
        }
    }

    /**
     * Takes numbers out of memory, and lets more be reserved when few are left.
     *
     * @return the numbers, or none at all if there are too few
     */
    long[] take(int counterId, int count) {
        Block block = block(counterId);
        boolean refill;
        long[] taken;
        synchronized (block) {
            taken = block.take(count);
            refill = !block.refilling && block.left < SIZE / 2;
            block.refilling |= refill;
        }
        if (refill && !closed) {
            refillInBackground(counterId, block);
        }
        return taken;
    }

    /** Reserves nothing any more. */
    void close() {
        closed = true;
    }

    private void refillInBackground(int counterId, Block block) {
        try {
            background.execute(() -> refill(counterId, block));
        } catch (RuntimeException e) {
            // Refused, in whatever way: this must not fail the transaction that asked. The executor is shutting down;
            // until then numbers are taken in the transactions.
            block.refilled();
        }
    }

    private void refill(int counterId, Block block) {
        try {
            if (!closed) {
                reserve(List.of(counterId));
            }
        } finally {
            block.refilled();
        }
    }

    private Block block(int counterId) {
        return blocks.computeIfAbsent(counterId, id -> new Block());
    }

    private static final class Block {

        /** First and next-after-last number of each range. */
        private final Deque<long[]> ranges = new ArrayDeque<>();

        private long left;
        private boolean refilling;

        private long[] take(int count) {
            if (left < count) {
                return new long[0];
            }
            left -= count;
            long[] taken = new long[count];
            for (int i = 0; i < count; i++) {
                long[] range = ranges.element();
                taken[i] = range[0]++;
                if (range[0] == range[1]) {
                    ranges.remove();
                }
            }
            return taken;
        }

        private synchronized void add(long first) {
            ranges.add(new long[] {first, first + SIZE});
            left += SIZE;
        }

        private synchronized void refilled() {
            refilling = false;
        }
    }
}

package org.outboxee.relay.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Lane;

/**
 * The results that the store has not taken yet, in the order in which they came. One batch at a time is out.
 *
 * <p>After a failed batch results go out one by one until the queue is empty, and one that fails goes to the end with
 * the rest of its lane: so a result that the store cannot take does not hold up the others.
 *
 * <p>Safe for concurrent use: every method holds the lock of this object and calls nothing outside.
 */
final class SettleQueue {

    private final Deque<Settling> queue = new ArrayDeque<>();
    private List<Settling> out = List.of();
    private boolean oneByOne;
    private boolean closed;

    /**
     * Adds a result.
     *
     * @return false if the queue is closed
     */
    synchronized boolean add(Settling result) {
        return !closed && queue.add(result);
    }

    /** Results that wait or are out. */
    synchronized int size() {
        return queue.size() + out.size();
    }

    /** Takes the next batch out, empty if nothing waits. */
    synchronized List<Settling> take() {
        if (queue.isEmpty()) {
            oneByOne = false;
            return List.of();
        }
        if (oneByOne) {
            out = List.of(queue.remove());
        } else {
            out = alike();
        }
        return out;
    }

    /** What is in doubt goes by itself: that the store ignores it says something else. */
    private List<Settling> alike() {
        boolean inDoubt = queue.element().inDoubt();
        List<Settling> batch = new ArrayList<>();
        while (!queue.isEmpty() && queue.element().inDoubt() == inDoubt) {
            batch.add(queue.remove());
        }
        return List.copyOf(batch);
    }

    /** The store has taken the batch. */
    synchronized void taken() {
        out = List.of();
    }

    /** The store has not taken the batch. */
    synchronized void putBack() {
        List<Settling> back = out;
        out = List.of();
        if (closed) {
            return;
        }
        if (back.size() == 1) {
            putLast(back.get(0));
        } else {
            for (int i = back.size() - 1; i >= 0; i--) {
                queue.addFirst(back.get(i));
            }
        }
        oneByOne = true;
    }

    /** Takes nothing more; returns what the store has not taken, or not said so. */
    synchronized List<Settling> close() {
        closed = true;
        List<Settling> left = new ArrayList<>(out);
        left.addAll(queue);
        queue.clear();
        return left;
    }

    private void putLast(Settling failed) {
        List<Settling> behind = new ArrayList<>(List.of(failed));
        Lane lane = lane(failed);
        if (lane != null) {
            for (Iterator<Settling> it = queue.iterator(); it.hasNext(); ) {
                Settling next = it.next();
                if (lane.equals(lane(next))) {
                    it.remove();
                    behind.add(next);
                }
            }
        }
        queue.addAll(behind);
    }

    private static @Nullable Lane lane(Settling result) {
        return result.settlement().record().lane();
    }
}

package org.outboxee.memory.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * One unit of work that has appended and not ended. The locked partitions belong to the appending thread while an
 * append is open, then to the thread that ends the last one; the rest is guarded by this object's monitor.
 */
final class AppendUnit {

    private final Thread thread;
    private final NavigableSet<Integer> locked = new TreeSet<>();
    private final List<Runnable> outcomes = new ArrayList<>();
    private int open = 1;

    AppendUnit(Thread thread) {
        this.thread = thread;
    }

    Thread thread() {
        return thread;
    }

    NavigableSet<Integer> locked() {
        return locked;
    }

    /** What to do at the end, in the order of the reports. */
    synchronized List<Runnable> outcomes() {
        return outcomes;
    }

    /** Opens another append; false if the unit has ended. */
    synchronized boolean join() {
        if (open == 0) {
            return false;
        }
        open++;
        return true;
    }

    /** Ends an append; true if it was the last open one. */
    synchronized boolean leave(Runnable outcome) {
        outcomes.add(outcome);
        open--;
        return open == 0;
    }
}

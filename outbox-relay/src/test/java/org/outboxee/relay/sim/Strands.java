package org.outboxee.relay.sim;

import java.util.ArrayDeque;
import java.util.Deque;

/** Threads for one virtual time after the other. Used by who has the turn. */
public final class Strands implements AutoCloseable {

    private final Deque<Strand> idle = new ArrayDeque<>();

    /** A thread that has the task to start when it gets its turn. */
    Strand prepare(Fiber fiber) {
        Strand strand = idle.poll();
        if (strand == null) {
            strand = new Strand();
            strand.start();
        }
        strand.next = fiber;
        return strand;
    }

    /** A thread is about to pass its turn on, and has nothing on it. */
    void putBack(Strand strand) {
        idle.push(strand);
    }

    /** Ends the threads. */
    @Override
    public void close() {
        idle.forEach(strand -> strand.turn.pass());
        idle.clear();
    }
}

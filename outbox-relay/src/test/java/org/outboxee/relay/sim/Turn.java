package org.outboxee.relay.sim;

import java.util.concurrent.locks.LockSupport;

/** The right to run, which threads pass on to each other: one thread of a {@link VirtualTime} has it at a time. */
final class Turn {

    private volatile Thread thread;
    private volatile boolean mine;

    Turn(Thread thread) {
        this.thread = thread;
    }

    /** From now on another thread waits for it; for the one that has it. */
    void belongTo(Thread other) {
        thread = other;
    }

    /** Lets its thread run, which sees all that was done before. */
    void pass() {
        mine = true;
        LockSupport.unpark(thread);
    }

    /** Waits until it is passed, whatever happens; keeps the interrupt flag. */
    void await() {
        boolean interrupted = false;
        while (!mine) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        mine = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

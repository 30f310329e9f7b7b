package org.outboxee.relay.sim;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A task of {@link VirtualTime} on a thread of its own, of which one runs at a time. Its fields are handed from thread
 * to thread with the turn.
 */
final class Fiber {

    final Semaphore turn = new Semaphore(0);
    final Node node;
    final Runnable task;

    @Nullable
    FiberThread thread;

    /** What resumes it, {@code null} while it runs. */
    @Nullable
    Event wakeUp;

    /** What it waits for besides time, {@code null} for nothing. */
    @Nullable
    CountDownLatch awaited;

    Fiber(Node node, Runnable task) {
        this.node = node;
        this.task = task;
    }

    /** Whether something other than time has ended its wait. */
    boolean isDisturbed() {
        return (awaited != null && awaited.getCount() == 0) || (thread != null && thread.wasInterrupted());
    }

    /**
     * A thread that tells others reliably whether it was interrupted: one that waits for its turn takes its interrupt
     * flag down meanwhile.
     */
    static final class FiberThread extends Thread {

        private volatile boolean interrupted;

        /** What it runs; for the thread itself. */
        @Nullable
        Fiber fiber;

        FiberThread(Runnable task) {
            super(task, "virtual time");
        }

        @Override
        public void interrupt() {
            interrupted = true;
            super.interrupt();
        }

        /** The flag as the thread sees it now; for the thread itself. */
        void refresh() {
            interrupted = isInterrupted();
        }

        boolean wasInterrupted() {
            return interrupted;
        }
    }

    /** A point in virtual time at which a fiber starts or goes on. */
    static final class Event implements Comparable<Event> {

        final long at;
        final long order;
        final Fiber fiber;

        Event(long at, long order, Fiber fiber) {
            this.at = at;
            this.order = order;
            this.fiber = fiber;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? Long.compare(order, other.order) : byTime;
        }
    }
}

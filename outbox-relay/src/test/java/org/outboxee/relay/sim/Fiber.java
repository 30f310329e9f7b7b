package org.outboxee.relay.sim;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A task of a {@link VirtualTime}. Its fields are handed from thread to thread with the turn. */
final class Fiber {

    /** What a task is for. */
    enum Kind {
        TASK,
        DELIVERY,
        HEARTBEAT,
        TIMER
    }

    final VirtualTime time;
    final Node node;
    final Kind kind;
    final Runnable task;

    /** Whether it may sleep. One that does not needs no thread of its own. */
    final boolean maySleep;

    /** What it sleeps on, {@code null} while it does not. */
    @Nullable
    Strand strand;

    /** What starts or resumes it, {@code null} for nothing. */
    @Nullable
    Event wakeUp;

    /** What it waits for besides time, {@code null} for nothing. */
    @Nullable
    CountDownLatch awaited;

    /** Whether it was interrupted in its sleep. */
    boolean interrupted;

    /** Whether it shall not start. */
    boolean cancelled;

    Fiber(Node node, Kind kind, Runnable task, boolean maySleep) {
        this.time = node.time();
        this.node = node;
        this.kind = kind;
        this.task = task;
        this.maySleep = maySleep;
    }

    /** A point in virtual time at which a fiber starts or goes on, unless it has got another one since. */
    record Event(long at, long order, Fiber fiber) implements Comparable<Event> {

        boolean isValid() {
            return equals(fiber.wakeUp);
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? Long.compare(order, other.order) : byTime;
        }
    }
}

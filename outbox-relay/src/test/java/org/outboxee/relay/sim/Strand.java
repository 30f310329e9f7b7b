package org.outboxee.relay.sim;

import org.jspecify.annotations.Nullable;

/**
 * A thread that tasks run on. At most one of them sleeps on it; tasks that do not sleep may run on it meanwhile, so an
 * interrupt of the sleeper is kept from them. Its fields are handed from thread to thread with the turn.
 */
final class Strand extends Thread {

    final Turn turn = new Turn(this);

    /** What it is to start next; {@code null} when it is to end. */
    @Nullable
    Fiber next;

    /** What runs on it. */
    @Nullable
    Fiber running;

    /** What sleeps on it. */
    @Nullable
    Fiber sleeping;

    Strand() {
        super("virtual time");
        setDaemon(true);
    }

    @Override
    public void run() {
        for (turn.await(); next != null; turn.await()) {
            Fiber fiber = next;
            next = null;
            fiber.time.begin(this, fiber);
        }
    }

    @Override
    public void interrupt() {
        Fiber sleeper = sleeping;
        // A delivery that runs above a sleeper is interrupted by nobody but itself, see DeliveryTimer.begin.
        if (sleeper == null || (running != null && running.kind == Fiber.Kind.DELIVERY)) {
            super.interrupt();
        } else {
            sleeper.interrupted = true;
            sleeper.time.disturb(sleeper);
        }
    }
}

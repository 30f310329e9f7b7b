package org.outboxee.relay.sim;

import java.time.Duration;

/** How tasks get on. */
public interface Pace {

    /** Tasks start at once and may sleep. */
    Pace STEADY = new Pace() {};

    /** How long the next task or delivery waits for a thread. */
    default Duration delay() {
        return Duration.ZERO;
    }

    /** Whether the next task may sleep. */
    default boolean taskSleeps() {
        return true;
    }

    /** Whether the next delivery may sleep. */
    default boolean deliverySleeps() {
        return true;
    }
}

package org.outboxee.relay.internal;

import java.time.Duration;

/** What is to be done with a claimed record before any worker is used. */
sealed interface Verdict {

    /** It goes to a worker. */
    record Deliver() implements Verdict {}

    /** It has been dealt with. */
    record Done() implements Verdict {}

    /** It is given back for this long, with what is behind it in its lane. */
    record Wait(Duration delay) implements Verdict {}
}

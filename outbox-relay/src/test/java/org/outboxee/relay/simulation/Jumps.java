package org.outboxee.relay.simulation;

import java.time.Duration;
import org.outboxee.relay.sim.VirtualTime;

/** Sets the store's clock, as an administrator or a fail-over to another database may do. */
final class Jumps {

    private final VirtualTime time;
    private Duration now = Duration.ZERO;
    private Duration most = Duration.ZERO;
    private Duration forward = Duration.ZERO;

    Jumps(VirtualTime time) {
        this.time = time;
    }

    void jump(Duration by) {
        time.jump(by);
        now = now.plus(by);
        most = now.compareTo(most) > 0 ? now : most;
        forward = by.isNegative() ? forward : forward.plus(by);
    }

    /** Sets it to the latest it has ever been, so that nothing has to wait for what is written to come. */
    void catchUp() {
        jump(most.minus(now));
    }

    /** All jumps forward together. */
    Duration forward() {
        return forward;
    }
}

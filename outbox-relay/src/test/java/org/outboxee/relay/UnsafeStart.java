package org.outboxee.relay;

import java.time.Duration;

/** Takes the safe-start rule out of a relay, to show what it is good for. */
public final class UnsafeStart {

    private UnsafeStart() {}

    /** Lets a relay start what it has claimed however little is left of the claim. */
    public static void allow(Relay.Builder relay, RelayConfig config) {
        relay.policy(new LeasePolicy(LeasePolicy.of(config).lease(), Duration.ofDays(-1)));
    }
}

package org.outboxee.relay.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.outboxee.relay.RelayConfig;
import org.outboxee.relay.sim.Node;
import org.outboxee.spi.PartitionLease;

/** The deliveries that run: at most one of a record, and of a lane. */
final class Running {

    private final World world;
    private final Map<String, Run> runs = new HashMap<>();

    /** A delivery, and how often its node had been frozen when it began. */
    record Run(Entry entry, Node node, int freezes, long at, PartitionLease lease, Duration forwardAtClaim) {}

    Running(World world) {
        this.world = world;
    }

    Run begin(Entry entry, Node node) {
        Run run = new Run(entry, node, node.freezes(), world.time().nanos(), entry.lease(), entry.forwardAtClaim);
        Run other = runs.put(entry.laneName, run);
        world.journal()
                .check(
                        other == null || !counts(other),
                        Check.ONE_AT_A_TIME,
                        () -> run + " begins while there is " + other + ", and it is "
                                + world.time().elapsed());
        return run;
    }

    void end(Entry entry, Run run) {
        runs.remove(entry.laneName, run);
    }

    /**
     * A node that crashed or was frozen meanwhile is not one that the others could know to be living. A handler that
     * ignores its interrupt is outlived by its claim only as long as its node owns the partition; so is any when the
     * store's clock is set forward.
     */
    private boolean counts(Run run) {
        if (!run.node().isAwake() || run.node().freezes() != run.freezes()) {
            return false;
        }
        RelayConfig config = world.config();
        long longest = config.deliveryTimeout().plus(world.slack()).toNanos();
        boolean inTime = world.time().nanos() - run.at() <= longest
                && world.jumps().forward().minus(run.forwardAtClaim()).compareTo(world.slack()) <= 0;
        return inTime || world.owners().owns(run.lease());
    }
}

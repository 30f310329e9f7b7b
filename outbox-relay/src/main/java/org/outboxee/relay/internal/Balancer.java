package org.outboxee.relay.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.outboxee.relay.PartitionOwnership;
import org.outboxee.relay.internal.NodeWatch.Nodes;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.Ownership;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionOwner;

/**
 * Brings this node's partitions to its share: looks who owns what and who lives, takes what is free, and gives up what
 * is too much once nothing of it is claimed any more.
 *
 * <p>Safe for concurrent use: what other threads call only requests.
 */
final class Balancer {

    private final Parts parts;
    private final PartitionOwnership ownership;
    private final Revocation revocation;
    private final HandOvers handOvers;
    private final BooleanSupplier confirmed;
    private final Runnable onTaken;
    private final RelayLog log;

    private final SingleFlight flight;
    private final OneShot timer;
    private final AtomicBoolean lookDue = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean leaving;
    private volatile boolean closed;

    // Of the flight alone.
    private final NodeWatch watch;
    private final HandlerSets handlers;
    private final DeadClaims deadClaims;
    private final HandedPartitions handed;
    private final Retirement retirement;

    /**
     * Owns nothing yet.
     *
     * @param confirmed whether this node may take partitions
     * @param onTaken runs when there is more to claim from than before
     */
    Balancer(
            Parts parts,
            PartitionOwnership ownership,
            ReadyPartitions ready,
            Revocation revocation,
            HandOvers handOvers,
            BooleanSupplier confirmed,
            Runnable onTaken,
            RelayLog log) {
        this.parts = parts;
        this.ownership = ownership;
        this.revocation = revocation;
        this.handOvers = handOvers;
        this.confirmed = confirmed;
        this.onTaken = onTaken;
        this.log = log;
        this.flight = new SingleFlight("Sharing the partitions", this::run, this::afterRun, parts.executor(), log);
        this.timer = new OneShot("the timer of sharing the partitions", this::look, parts.executor(), log);
        this.watch =
                new NodeWatch(parts.owner(), Heartbeat.interval(parts.config()).multipliedBy(2));
        this.handlers = new HandlerSets(parts.owner(), log);
        this.deadClaims = new DeadClaims(parts.owner(), parts.policy().lease());
        this.retirement = new Retirement(parts, ownership, ready, revocation, handOvers, log);
        this.handed = new HandedPartitions(parts.config().unhandledDelay());
    }

    /** Looks soon. To be called after each heartbeat. */
    void look() {
        lookDue.set(true);
        flight.request();
    }

    /** Records have been settled: a retired partition may be drained. */
    void settled() {
        if (!ownership.retired().isEmpty()) {
            flight.request();
        }
    }

    /** There is a partition that another node wants. */
    void handOver() {
        flight.request();
    }

    /** Gives everything up as soon as it is drained, and takes nothing more. */
    void leave() {
        leaving = true;
        flight.request();
    }

    /**
     * Does nothing more. Waits for what runs, within the settle timeout: a store that is closed under it may keep its
     * locks.
     */
    void close(Waiting waiting) {
        timer.close();
        closed = true;
        flight.close();
        if (flight.isRunning()) {
            waiting.uninterruptibly(ended, parts.config().settleTimeout());
        }
    }

    private void afterRun() {
        if (closed) {
            ended.countDown();
        }
    }

    private void run() {
        boolean amiss = true;
        try {
            if (leaving) {
                retirement.retire(Integer.MAX_VALUE, Set.of());
                amiss = retirement.releaseDrained(false);
            } else {
                retirement.retireWanted();
                amiss = lookDue.getAndSet(false)
                        ? confirmed.getAsBoolean() && lookAndShare()
                        : retirement.releaseDrained(true);
            }
        } catch (Throwable e) {
            log.sharingFailed(e);
        }
        if (amiss) {
            timer.arm(parts.config().pollInterval());
        }
    }

    /** Returns whether something is not as it shall be, so that it is worth a look before the next heartbeat. */
    private boolean lookAndShare() {
        long asked = parts.ticker().nanos();
        Ownership seen = parts.leases().look();
        Nodes nodes = watch.saw(seen.nodes(), asked, parts.ticker().nanos());
        handlers.compare(nodes.living());
        handOvers.saw(nodes.living());
        deadClaims.saw(seen.partitions(), nodes, asked);
        reconcile(seen.partitions());
        OptionalInt share = Shares.of(parts.owner(), nodes.living(), parts.partitions());
        if (share.isEmpty()) {
            return true; // others have buried this node; its next heartbeat brings it back
        }
        int missing = share.getAsInt() - ownership.owned().size();
        if (missing < 0) {
            retirement.retire(-missing, handed.kept(ownership, asked)); // what was handed here would go back and forth
        } else if (missing > 0) {
            missing -= ownership.resume(missing, handOvers.partitions());
            missing -= take(free(seen.partitions(), nodes), missing);
        }
        boolean draining = retirement.releaseDrained(true);
        bury(nodes.dead(), seen.partitions());
        endClaims(asked);
        return missing > 0 || draining || nodes.anyLate() || deadClaims.areExpected(asked);
    }

    /** The store is right: an answer of it may have been lost. Nobody else writes this node's name there. */
    private void reconcile(List<PartitionOwner> partitions) {
        List<PartitionLease> found = new ArrayList<>();
        for (PartitionOwner row : partitions) {
            PartitionLease stored = parts.owner().equals(row.owner())
                    ? new PartitionLease(row.partition(), parts.owner(), row.version())
                    : null;
            PartitionLease held = ownership.held(row.partition());
            if (held == null && stored != null) {
                found.add(stored);
            } else if (held != null && !held.equals(stored)) {
                boolean givenUp = ownership.lease(row.partition()) == null;
                if (!(givenUp && ownership.forget(held))) {
                    revocation.lost(held, "its owner is " + row.owner() + " under version " + row.version());
                }
            }
        }
        if (!found.isEmpty() && ownership.add(found)) {
            handed.found(found, parts.ticker().nanos());
            onTaken.run();
        }
    }

    private static List<PartitionOwner> free(List<PartitionOwner> partitions, Nodes nodes) {
        Set<String> living = new HashSet<>();
        nodes.living().forEach(node -> living.add(node.node().incarnation()));
        return partitions.stream()
                .filter(partition -> !living.contains(partition.owner()))
                .toList();
    }

    /** Returns how many it took. Nodes that take at the same time begin in different places. */
    private int take(List<PartitionOwner> free, int most) {
        if (free.isEmpty() || most <= 0 || !confirmed.getAsBoolean()) {
            return 0;
        }
        List<PartitionOwner> candidates = new ArrayList<>(free);
        Collections.rotate(candidates, Math.floorMod(parts.owner().hashCode(), candidates.size()));
        List<PartitionOwner> chosen = candidates.subList(0, Math.min(most, candidates.size()));
        handed.taking(chosen);
        List<PartitionLease> taken = parts.leases().takeOver(chosen, parts.owner());
        if (taken.isEmpty()) {
            return 0;
        }
        if (!ownership.add(taken)) {
            parts.leases().release(taken);
            return 0;
        }
        log.taken(parts.owner(), taken.size(), ownership.owned().size());
        onTaken.run();
        return taken.size();
    }

    /**
     * What a dead node had claimed comes back as soon as none of its deliveries can still run, not when the claim
     * expires.
     */
    private void endClaims(long now) {
        boolean ended = false;
        for (PartitionOwner claims : deadClaims.over(now)) {
            PartitionLease lease = ownership.lease(claims.partition());
            if (lease != null && lease.version() > claims.version()) {
                parts.store().expireClaims(lease, claims.version());
                deadClaims.ended(claims);
                log.claimsEnded(String.valueOf(claims.owner()), claims.partition());
                ended = true;
            }
        }
        if (ended) {
            onTaken.run();
        }
    }

    /** Removes dead nodes that nothing is left of; as long as they own something, their rows tell why it is free. */
    private void bury(List<NodeBeat> dead, List<PartitionOwner> partitions) {
        for (NodeBeat node : dead) {
            String incarnation = node.node().incarnation();
            if (partitions.stream().noneMatch(partition -> incarnation.equals(partition.owner()))
                    && parts.leases().bury(node)) {
                log.buried(incarnation);
            }
        }
    }
}

package org.outboxee.relay.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.Ownership;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PartitionOwner;

/** Leases in virtual time: they take their time, and fail when a test says so. Used by one thread at a time. */
public final class TestLeases implements PartitionLeases {

    private final PartitionLeases leases;
    private final VirtualTime time;
    private final List<PartitionLease> released = new ArrayList<>();
    private final List<NodeInfo> beats = new ArrayList<>();
    private final Set<String> failing = new HashSet<>();
    private final Set<String> forgetful = new HashSet<>();
    private Duration latency = Duration.ZERO;
    private Duration releaseLatency = Duration.ZERO;
    private int looks;
    private int takes;

    TestLeases(PartitionLeases leases, VirtualTime time) {
        this.leases = leases;
        this.time = time;
    }

    /** Whether nothing works. */
    public void fail(boolean fail) {
        for (String method : List.of("beat", "look", "takeOver", "release", "handOver", "leave", "bury")) {
            if (fail) {
                fail(method);
            } else {
                repair(method);
            }
        }
    }

    /** Lets a method, by its name, throw from now on. */
    public void fail(String method) {
        failing.add(method);
    }

    /** Lets a method, by its name, take effect and throw the next time. */
    public void loseAnswer(String method) {
        forgetful.add(method);
    }

    /** Lets a method work again. */
    public void repair(String method) {
        failing.remove(method);
    }

    /** Lets takes take this long. */
    public void latency(Duration duration) {
        latency = duration;
    }

    /** Lets releases take this long. */
    public void releaseLatency(Duration duration) {
        releaseLatency = duration;
    }

    /** How often somebody looked, with or without an answer. */
    public int looks() {
        return looks;
    }

    /** How often somebody tried to take partitions. */
    public int takes() {
        return takes;
    }

    /** The beats that were stored. */
    public List<NodeInfo> beats() {
        return Collections.unmodifiableList(beats);
    }

    /** The leases that were given up. */
    public List<PartitionLease> released() {
        return Collections.unmodifiableList(released);
    }

    @Override
    public void beat(NodeInfo node, long number) {
        failIfDown("beat");
        beats.add(node);
        leases.beat(node, number);
        failIfForgetful("beat");
    }

    @Override
    public Ownership look() {
        looks++;
        failIfDown("look");
        return leases.look();
    }

    @Override
    public List<PartitionLease> takeOver(Collection<PartitionOwner> seen, String owner) {
        takes++;
        if (!latency.isZero()) {
            time.sleepDeafly(latency);
        }
        failIfDown("takeOver");
        List<PartitionLease> taken = leases.takeOver(seen, owner);
        failIfForgetful("takeOver");
        return taken;
    }

    @Override
    public void release(Collection<PartitionLease> given) {
        if (!releaseLatency.isZero()) {
            time.sleepDeafly(releaseLatency);
        }
        failIfDown("release");
        released.addAll(given);
        leases.release(given);
        failIfForgetful("release");
    }

    @Override
    public void handOver(PartitionLease lease, String to) {
        failIfDown("handOver");
        leases.handOver(lease, to);
        failIfForgetful("handOver");
    }

    @Override
    public void leave(String incarnation) {
        failIfDown("leave");
        leases.leave(incarnation);
    }

    @Override
    public boolean bury(NodeBeat dead) {
        failIfDown("bury");
        return leases.bury(dead);
    }

    private void failIfDown(String method) {
        if (failing.contains(method)) {
            throw new OutboxStoreException("TEST-00003", method + " fails, as the test wants it", null);
        }
    }

    private void failIfForgetful(String method) {
        if (forgetful.remove(method)) {
            throw new OutboxStoreException("TEST-00006", method + " has no answer, as the test wants it", null);
        }
    }
}

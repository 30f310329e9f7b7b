package org.outboxee.relay.simulation;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.Ownership;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PartitionOwner;

/** Leases whose methods fail, or whose answers are lost, when a course says so. */
final class FaultyLeases extends ForwardingLeases {

    static final List<String> METHODS = List.of("beat", "look", "takeOver", "release", "handOver", "bury");
    static final List<String> ANSWERS = List.of("beat", "takeOver", "release", "handOver");

    private final Journal journal;
    private final Set<String> failing = new HashSet<>();
    private final Set<String> losing = new HashSet<>();

    FaultyLeases(PartitionLeases leases, Journal journal) {
        super(leases);
        this.journal = journal;
    }

    void fail(String method) {
        failing.add(method);
    }

    void loseAnswer(String method) {
        losing.add(method);
    }

    void repair() {
        failing.clear();
        losing.clear();
    }

    @Override
    public void beat(NodeInfo node, long number) {
        failIfDown("beat");
        super.beat(node, number);
        failIfLost("beat");
    }

    @Override
    public Ownership look() {
        failIfDown("look");
        return super.look();
    }

    @Override
    public List<PartitionLease> takeOver(Collection<PartitionOwner> seen, String owner) {
        failIfDown("takeOver");
        List<PartitionLease> taken = super.takeOver(seen, owner);
        failIfLost("takeOver");
        return taken;
    }

    @Override
    public void release(Collection<PartitionLease> given) {
        failIfDown("release");
        super.release(given);
        failIfLost("release");
    }

    @Override
    public void handOver(PartitionLease lease, String to) {
        failIfDown("handOver");
        super.handOver(lease, to);
        failIfLost("handOver");
    }

    @Override
    public boolean bury(NodeBeat dead) {
        failIfDown("bury");
        return super.bury(dead);
    }

    private void failIfDown(String method) {
        if (failing.contains(method)) {
            journal.happened(Happening.LEASES_FAILURE);
            throw new StoreDown(method + " fails");
        }
    }

    private void failIfLost(String method) {
        if (losing.remove(method)) {
            journal.happened(Happening.LOST_ANSWER);
            throw new StoreDown(method + " has no answer");
        }
    }
}

package org.outboxee.relay.simulation;

import java.util.Collection;
import java.util.List;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.Ownership;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PartitionOwner;

/** Leases that are others', unless a subclass says otherwise. */
class ForwardingLeases implements PartitionLeases {

    private final PartitionLeases leases;

    ForwardingLeases(PartitionLeases leases) {
        this.leases = leases;
    }

    @Override
    public void beat(NodeInfo node, long number) {
        leases.beat(node, number);
    }

    @Override
    public Ownership look() {
        return leases.look();
    }

    @Override
    public List<PartitionLease> takeOver(Collection<PartitionOwner> seen, String owner) {
        return leases.takeOver(seen, owner);
    }

    @Override
    public void release(Collection<PartitionLease> given) {
        leases.release(given);
    }

    @Override
    public void handOver(PartitionLease lease, String to) {
        leases.handOver(lease, to);
    }

    @Override
    public void leave(String incarnation) {
        leases.leave(incarnation);
    }

    @Override
    public boolean bury(NodeBeat dead) {
        return leases.bury(dead);
    }
}

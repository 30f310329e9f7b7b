package org.outboxee.relay.simulation;

import java.util.Collection;
import java.util.List;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.PartitionOwner;

/** Tells the {@link Owners} what becomes of partitions and nodes. */
final class WatchedLeases extends ForwardingLeases {

    private final Owners owners;
    private final Journal journal;

    WatchedLeases(PartitionLeases leases, Owners owners, Journal journal) {
        super(leases);
        this.owners = owners;
        this.journal = journal;
    }

    @Override
    public void beat(NodeInfo node, long number) {
        super.beat(node, number);
        owners.beaten(node);
    }

    @Override
    public List<PartitionLease> takeOver(Collection<PartitionOwner> seen, String owner) {
        List<PartitionLease> taken = super.takeOver(seen, owner);
        taken.forEach(owners::taken);
        return taken;
    }

    @Override
    public void release(Collection<PartitionLease> given) {
        super.release(given);
        given.forEach(owners::released);
    }

    @Override
    public void handOver(PartitionLease lease, String to) {
        super.handOver(lease, to);
        owners.handedOver(lease, to);
    }

    @Override
    public void leave(String incarnation) {
        super.leave(incarnation);
        owners.gone(incarnation);
    }

    @Override
    public boolean bury(NodeBeat dead) {
        boolean buried = super.bury(dead);
        if (buried) {
            owners.gone(dead.node().incarnation());
            journal.happened(Happening.BURIAL);
        }
        return buried;
    }
}

package org.outboxee.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who owns which partition, and which nodes there are to own some. Implementations are safe for concurrent use; every
 * method but {@link #acquire} runs in a transaction of its own, and changes nothing if it throws
 * {@link OutboxStoreException} because the store fails; only a commit whose answer was lost may have taken effect.
 */
public interface PartitionLeases {

    /**
     * Writes that a node lives: its row, which is added if there is none. Waits for nothing but another beat of the
     * same node.
     *
     * @param node the node
     * @param number grows with every beat of the node
     * @throws OutboxStoreException if the store fails
     */
    void beat(NodeInfo node, long number);

    /**
     * Shows who owns what, and the nodes.
     *
     * @throws OutboxStoreException if the store fails
     */
    Ownership look();

    /**
     * Takes over those partitions whose version is still the one that was seen: raises it, so that the owner before is
     * fenced out.
     *
     * @param seen the partitions to take, as a look has shown them
     * @param owner the new owner's incarnation, 1 to 100 characters
     * @return a lease for each that was taken, ascending
     * @throws OutboxStoreException if the store fails
     */
    List<PartitionLease> takeOver(Collection<PartitionOwner> seen, String owner);

    /**
     * Gives partitions up. A lease that is not the newest of its partition is ignored. A released lease is stale.
     *
     * @param leases the leases to give up
     * @throws OutboxStoreException if the store fails
     */
    void release(Collection<PartitionLease> leases);

    /**
     * Makes another node the owner of a partition, under a new version; does nothing if the lease is not the newest of
     * its partition. The other one learns of it by its next look.
     *
     * @param lease the lease to give up
     * @param to the new owner's incarnation, 1 to 100 characters
     * @throws OutboxStoreException if the store fails
     */
    void handOver(PartitionLease lease, String to);

    /**
     * Removes the row of a node that stops; does nothing if there is none.
     *
     * @throws OutboxStoreException if the store fails
     */
    void leave(String incarnation);

    /**
     * Removes the row of a node that is dead, unless it has beaten since.
     *
     * @param dead the node, as a look has shown it
     * @return whether it was there and had not
     * @throws OutboxStoreException if the store fails
     */
    boolean bury(NodeBeat dead);

    /**
     * Takes partitions over, whoever owns them, living or not. For tools and tests: a relay takes only what is free.
     *
     * @param partitions the partitions to take
     * @param owner the new owner's incarnation, 1 to 100 characters
     * @return a lease for each
     * @throws IllegalArgumentException if one of the partitions does not exist; others may have been taken
     * @throws OutboxStoreException if the store fails; some may have been taken
     */
    default List<PartitionLease> acquire(Collection<Integer> partitions, String owner) {
        Set<Integer> left = new TreeSet<>(partitions);
        List<PartitionLease> acquired = new ArrayList<>();
        while (!left.isEmpty()) {
            List<PartitionOwner> seen = look().partitions().stream()
                    .filter(partition -> left.contains(partition.partition()))
                    .toList();
            if (seen.size() < left.size()) {
                throw new IllegalArgumentException("Not all of these partitions exist: " + left);
            }
            for (PartitionLease lease : takeOver(seen, owner)) {
                left.remove(lease.partition());
                acquired.add(lease);
            }
        }
        return acquired;
    }
}

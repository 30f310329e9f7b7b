package org.outboxee.spi;

import java.util.Collection;
import java.util.List;

/**
 * Who owns which partition. Implementations are safe for concurrent use; every method runs in a transaction of its own.
 */
public interface PartitionLeases {

    /**
     * Takes partitions over, whoever owns them: raises the version of each, so that the owner before is fenced out.
     *
     * @param partitions the partitions to take
     * @param owner the new owner's incarnation, 1 to 100 characters
     * @return a lease for each
     * @throws OutboxStoreException if the store fails; nothing was taken
     */
    List<PartitionLease> acquire(Collection<Integer> partitions, String owner);

    /**
     * Gives partitions up. A lease that is not the newest of its partition is ignored. A released lease is stale.
     *
     * @param leases the leases to give up
     * @throws OutboxStoreException if the store fails
     */
    void release(Collection<PartitionLease> leases);
}

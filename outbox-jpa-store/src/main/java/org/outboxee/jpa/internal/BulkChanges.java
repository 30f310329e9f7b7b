package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.List;
import org.outboxee.spi.PartitionLease;

/**
 * The statements that every record goes through after its insert: the one seam where a database may have native SQL.
 * Where it pays is measured by {@code DrainRatio}; see ADR 7. Implementations are stateless.
 */
interface BulkChanges {

    /**
     * Locks the partition of a lease to the end of the transaction. May be the first statement of a
     * {@linkplain Work#inTransactionThatPreparesItself transaction that prepares itself}.
     *
     * @return whether the lease is the newest one
     */
    boolean lock(EntityManager entities, int partitionId, PartitionLease lease);

    /**
     * Stamps pending records.
     *
     * @param ids their primary keys, ascending
     * @return how many took the stamp, or less if that is not known
     */
    int stamp(EntityManager entities, List<Long> ids, Stamp stamp);

    /**
     * Deletes delivered records that hold nothing. May be the first statement of a transaction that prepares itself.
     *
     * @param ids their primary keys, ascending
     * @return how many still had the claim
     */
    int complete(EntityManager entities, List<Long> ids, String token);

    /** The changes for a database, with the names of the mapping. */
    static BulkChanges of(Database database, EntityManager entities, ProviderAccess provider) {
        return switch (database) {
            case H2, SQLITE -> new JpqlChanges();
            case POSTGRESQL, MARIADB, MYSQL -> NativeChanges.of(database, entities, provider);
        };
    }
}

package org.outboxee.jpa.internal;

/**
 * What the parts of an opened store share.
 *
 * @param work runs transactions
 * @param database the kind of database
 * @param partitions the outbox's partitions
 * @param clock the database's clock
 * @param numbering numbers new records
 * @param headers encodes and decodes headers
 * @param changes the statements that every record goes through
 * @param heads looks lanes up
 * @param currentReads reads lanes in transactions that are not the store's own
 */
record StoreParts(
        Work work,
        Database database,
        PartitionIds partitions,
        StoreClock clock,
        Numbering numbering,
        HeaderJson headers,
        BulkChanges changes,
        LaneHeads heads,
        LaneReads currentReads) {}

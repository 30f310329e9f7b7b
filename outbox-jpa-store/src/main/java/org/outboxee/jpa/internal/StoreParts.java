package org.outboxee.jpa.internal;

import org.outboxee.spi.Retention;

/**
 * What the parts of an opened store share.
 *
 * @param work runs transactions
 * @param database the kind of database
 * @param partitions the outbox's partitions
 * @param clock the database's clock
 * @param numbering numbers new records
 * @param headers encodes and decodes headers
 * @param failures encodes and decodes failed attempts
 * @param retention how long delivered records are kept
 * @param changes the statements that every record goes through
 * @param heads looks lanes up
 * @param currentReads reads lanes where a claim may park at the same time
 * @param depth counts what waits
 * @param backlog looks what waits, for monitoring
 */
record StoreParts(
        Work work,
        Database database,
        PartitionIds partitions,
        StoreClock clock,
        Numbering numbering,
        HeaderJson headers,
        FailureJson failures,
        Retention retention,
        BulkChanges changes,
        LaneHeads heads,
        LaneReads currentReads,
        Depth depth,
        BacklogReads backlog) {}

package org.outboxee.jpa.internal;

import org.outboxee.spi.ClaimedRecord;

/**
 * How the store finds the row of a claimed record again.
 *
 * @param id the primary key
 * @param partitionId the partition's id
 * @param availableAt when it became due, epoch milliseconds
 */
record RowHandle(long id, int partitionId, long availableAt) {

    static RowHandle of(ClaimedRecord record) {
        return (RowHandle) record.handle();
    }

    static long idOf(ClaimedRecord record) {
        return of(record).id();
    }
}

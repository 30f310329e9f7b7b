package org.outboxee.jpa.internal;

import org.jspecify.annotations.Nullable;
import org.outboxee.spi.ClaimedRecord;

/**
 * How the store finds the row of a claimed record again.
 *
 * @param id the primary key
 * @param partitionId the partition's id
 * @param availableAt when it became due, epoch milliseconds
 * @param idRemembered whether its message id stays taken after the delivery
 * @param failures what is known of its failed attempts, as {@link FailureJson} wrote it; {@code null} if none failed
 */
record RowHandle(long id, int partitionId, long availableAt, boolean idRemembered, byte @Nullable [] failures) {

    static RowHandle of(ClaimedRecord record) {
        return (RowHandle) record.handle();
    }

    static long idOf(ClaimedRecord record) {
        return of(record).id();
    }

    /** The same without what only a settlement needs. */
    RowHandle withoutFailures() {
        return new RowHandle(id, partitionId, availableAt, idRemembered, null);
    }
}

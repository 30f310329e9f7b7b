package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.CompletionConflictException;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PreparedCompletion;
import org.outboxee.spi.Settlement.Completed;

/**
 * Completes records in the transactions of their handlers (G7), by the statements of {@link Settlements}. Safe for any
 * number of threads.
 */
final class HandlerTransactions {

    private final StoreParts parts;
    private final SettleStatements unheld;
    private final SettleStatements all;
    private final LaneReads reads;

    HandlerTransactions(StoreParts parts) {
        this.parts = parts;
        this.unheld = new SettleStatements(parts, false);
        this.all = new SettleStatements(parts, true);
        this.reads = parts.currentReads();
    }

    PreparedCompletion complete(ClaimedRecord record) {
        boolean completed;
        try {
            completed = parts.work().inCurrentTransaction(entities -> complete(entities, record));
        } catch (RuntimeException e) {
            throw translated(record, e);
        }
        if (!completed) {
            throw new ClaimLostException(record);
        }
        return new Joined();
    }

    private boolean complete(EntityManager entities, ClaimedRecord record) {
        Completed completed = new Completed(record);
        if (unheld.write(entities, completed)) {
            return true;
        }
        LaneKey lane = LaneKey.of(record);
        if (lane == null || !all.write(entities, completed)) {
            return false;
        }
        // It holds parked records. From here on no claim parks more of them: that changes the holder's row first.
        Lanes.wake(entities, parts.database(), reads, lane, true);
        return true;
    }

    private OutboxStoreException translated(ClaimedRecord record, RuntimeException failure) {
        if (parts.work().isLostRace(failure)) {
            return new CompletionConflictException(
                    "OUTBOX-03020",
                    "Other transactions changed the lane of " + record + " while its handler's transaction completed"
                            + " it. This transaction must roll back; the record can be delivered again. The cause: "
                            + failure,
                    failure);
        }
        return new OutboxStoreException(
                "OUTBOX-03021",
                record + " could not be completed in its handler's transaction, which must roll back. "
                        + DatabaseTrouble.describe(failure),
                failure);
    }

    /** The completion commits or rolls back with the transaction. */
    private record Joined() implements PreparedCompletion {

        @Override
        public void committed() {}

        @Override
        public void rolledBack() {}
    }
}

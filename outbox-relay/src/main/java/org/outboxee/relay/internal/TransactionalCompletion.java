package org.outboxee.relay.internal;

import org.jspecify.annotations.Nullable;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.CompletionConflictException;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PreparedCompletion;

/**
 * What a delivery does about the completion of its record in a transaction (G7), see
 * {@link org.outboxee.spi.Delivery#complete}. Used by the thread that delivers.
 */
final class TransactionalCompletion {

    private final OutboxStore store;
    private final ClaimedRecord record;
    private final boolean allowed;
    private boolean asked;
    private boolean over;
    private boolean isClaimLost;
    private boolean isInConflict;
    private @Nullable PreparedCompletion prepared;

    /**
     * For one delivery.
     *
     * @param allowed whether the producer has said that it may complete the record
     */
    TransactionalCompletion(OutboxStore store, ClaimedRecord record, boolean allowed) {
        this.store = store;
        this.record = record;
        this.allowed = allowed;
    }

    /** Completes the record in the thread's transaction. */
    void complete() {
        if (!allowed) {
            throw new IllegalStateException("The producer does not say that it completes " + record);
        }
        if (asked || over) {
            throw new IllegalStateException("The delivery of " + record + " is over, or was completed before");
        }
        asked = true;
        try {
            prepared = store.completeInTransaction(record);
        } catch (ClaimLostException e) {
            isClaimLost = true;
            throw e;
        } catch (CompletionConflictException e) {
            isInConflict = true;
            throw e;
        }
    }

    /** The producer has done; it has returned normally if and only if the transaction has committed. */
    void end(boolean committed) {
        over = true;
        if (prepared == null) {
            return;
        }
        if (committed) {
            prepared.committed();
        } else {
            prepared.rolledBack();
        }
    }

    /** Whether the store has completed the record, if only the transaction commits. */
    boolean isPrepared() {
        return prepared != null;
    }

    /** Whether the store refused, since somebody else has the record. */
    boolean isClaimLost() {
        return isClaimLost;
    }

    /** Whether the store refused, since others were in the way. */
    boolean isInConflict() {
        return isInConflict;
    }
}

package org.outboxee.spi;

import org.outboxee.DeliveryInfo;

/** A record that the relay hands to the producer. */
public interface Delivery extends DeliveryInfo {

    /** The encoded payload as it was emitted; not to be changed. */
    byte[] payload();

    /**
     * Completes the record in the calling thread's transaction, so that what was done in it and the completion commit
     * or roll back together (G7). To be called at most once, by the thread that delivers, as the last thing before the
     * commit: what it locks is held to the end of the transaction.
     *
     * <p>After it {@link Producer#deliver} returns normally if and only if the transaction has committed; whatever it
     * throws else fails the delivery. If the outcome of the commit is not known, it throws, too: the failure takes
     * effect only if the record is not completed.
     *
     * @throws IllegalStateException if the producer does not say {@link Producer#completes} of this record, or it was
     *     called before
     * @throws ClaimLostException if the claim of this delivery is lost; the transaction must roll back
     * @throws OutboxStoreException if the store fails; the transaction must roll back
     */
    default void complete() {
        throw new IllegalStateException("This delivery cannot be completed in a transaction");
    }
}

package org.outboxee.tck;

import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.time.Instant;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.StoreContext;

/**
 * What a store supplies to run the contract: storage, a clock that can be moved, and real JTA. Every test gets a
 * harness of its own whose storage is empty; what is expensive to build (an entity manager factory, a transaction
 * manager) may be shared between harnesses as long as the storage is emptied. The tests call it from several threads.
 */
public interface StoreHarness extends AutoCloseable {

    /** What the store can do beyond the contract's minimum. */
    default StoreCapabilities capabilities() {
        return StoreCapabilities.FULL;
    }

    /**
     * Opens the store on this harness's storage, as {@link org.outboxee.spi.StoreProvider#open} does it. Called several
     * times: opening while another backend is open is another node, opening after a close is a restart. An exception of
     * the store passes through unchanged.
     *
     * @param context the tests' context; its settings are empty, so a harness that needs some wraps it
     */
    OutboxBackend open(StoreContext context);

    /** The transaction manager in whose transactions the tests append. */
    TransactionManager transactionManager();

    /** The registry of the same transaction manager. */
    TransactionSynchronizationRegistry synchronizations();

    /**
     * Moves the clock that {@link OutboxStore#now()} shows, for every backend on this storage that is or will be open.
     * What is stored keeps its times. No test sleeps: this is how leases expire and messages become due.
     *
     * @param duration by how much; negative sets the clock back
     */
    void advance(Duration duration);

    /**
     * Changes when a committed pending record was created, behind the store's back: what a clock that was set back, or
     * an operator, may have left in the storage. The record's seq and due time stay.
     */
    void plantCreatedAt(String outboxName, RecordId id, Instant createdAt);

    /** Ends what this harness opened. The tests have closed every backend before. */
    @Override
    void close();
}

package org.outboxee.spi;

import org.outboxee.OutboxConfigurationException;

/** Opens a store. A store's jar contributes an implementation as a CDI bean. */
public interface StoreProvider {

    /** The name that {@code outbox.store} selects it by, such as {@code jpa}. */
    String name();

    /**
     * Opens the store: checks that its tables are there, and that the recorded number of partitions is the configured
     * one, which it records if there is none.
     *
     * @throws OutboxConfigurationException if something is missing or differs; the message says what and the way out
     * @throws OutboxStoreException if the store cannot be reached
     */
    OutboxBackend open(StoreContext context);
}

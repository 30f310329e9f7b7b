package org.outboxee.spi;

/** An opened store: its three parts, which share one storage. */
public interface OutboxBackend extends AutoCloseable {

    /** The write side. */
    Appender appender();

    /** The relay's side. */
    OutboxStore store();

    /** The ownership of partitions. */
    PartitionLeases leases();

    /** Ends background work and releases what the store itself opened. Idempotent. */
    @Override
    void close();
}

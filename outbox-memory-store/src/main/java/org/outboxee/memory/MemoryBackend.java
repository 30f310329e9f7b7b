package org.outboxee.memory;

import java.time.InstantSource;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.memory.internal.MemoryAppender;
import org.outboxee.memory.internal.MemoryLeases;
import org.outboxee.memory.internal.MemoryStorage;
import org.outboxee.memory.internal.MemoryStore;
import org.outboxee.spi.Appender;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.StoreContext;

/**
 * A store on the heap. Messages become visible when their unit of work reports its commit; what the unit of work is
 * does not matter. Appends of one thread belong to one unit of work until the last of them is reported; an append waits
 * up to 30 seconds for other units of work that have appended to the same partition with a key. Safe for any number of
 * threads.
 */
public final class MemoryBackend implements OutboxBackend {

    private final MemoryAppender appender;
    private final MemoryStore store;
    private final MemoryLeases leases;

    /** A store with storage of its own and the system's clock. */
    public MemoryBackend(StoreContext context) {
        this(context, InstantSource.system());
    }

    /**
     * A store with storage of its own, for tests.
     *
     * @param context what the store is opened with
     * @param clock the store's clock; safe for any number of threads
     */
    public MemoryBackend(StoreContext context, InstantSource clock) {
        this(context, new MemoryStorage(context.outboxName(), context.partitions(), clock));
    }

    MemoryBackend(StoreContext context, MemoryStorage storage) {
        if (storage.partitions() != context.partitions()) {
            throw new OutboxConfigurationException(
                    "OUTBOX-04001",
                    "outbox.partitions is " + context.partitions() + ", but outbox " + context.outboxName()
                            + " was opened with " + storage.partitions() + " partitions, and the ordering keys of its"
                            + " messages are spread over those. Set outbox.partitions=" + storage.partitions()
                            + ", or use another outbox.name");
        }
        appender = new MemoryAppender(storage, context.ownedPartitions());
        store = new MemoryStore(storage, context.retention());
        leases = new MemoryLeases(storage);
    }

    @Override
    public Appender appender() {
        return appender;
    }

    @Override
    public OutboxStore store() {
        return store;
    }

    @Override
    public PartitionLeases leases() {
        return leases;
    }

    /** Does nothing: there is nothing to release, and a storage that others share stays. */
    @Override
    public void close() {}
}

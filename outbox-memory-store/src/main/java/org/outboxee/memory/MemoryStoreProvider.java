package org.outboxee.memory;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.outboxee.memory.internal.MemoryStorage;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.StoreProvider;

/**
 * Opens stores on the heap, under the name {@code memory}. What is stored lives as long as this object: as a CDI bean,
 * as long as the application. Opening an outbox name again gives the same records. Safe for any number of threads.
 */
@ApplicationScoped
public class MemoryStoreProvider implements StoreProvider {

    private final Map<String, MemoryStorage> outboxes = new ConcurrentHashMap<>();
    private final InstantSource clock;

    /** A provider whose stores use the system's clock. */
    public MemoryStoreProvider() {
        this(InstantSource.system());
    }

    /**
     * A provider for tests.
     *
     * @param clock the clock of its stores; safe for any number of threads
     */
    public MemoryStoreProvider(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public OutboxBackend open(StoreContext context) {
        MemoryStorage storage = outboxes.computeIfAbsent(
                context.outboxName(), name -> new MemoryStorage(name, context.partitions(), clock));
        return new MemoryBackend(context, storage);
    }
}

package org.outboxee.memory.internal;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.outboxee.admin.RecordId;
import org.outboxee.memory.MemoryStoreProvider;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.StoreContext;
import org.outboxee.tck.StoreHarness;

/** Memory stores of one provider, under Narayana, with a clock that only moves when a test moves it. */
public final class MemoryHarness implements StoreHarness {

    /** Held, since loggers are collected. It would print the stack trace of every commit that fails on purpose. */
    private static final Logger TRANSACTIONS = Logger.getLogger("com.arjuna");

    static {
        TRANSACTIONS.setLevel(Level.SEVERE);
        // It would open a port, for recovery of other processes' transactions.
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
    }

    private final AtomicReference<Instant> clock = new AtomicReference<>(Instant.parse("2026-03-29T00:59:59.123Z"));
    private final MemoryStoreProvider provider = new MemoryStoreProvider(clock::get);
    private final Map<String, MemoryStorage> storages = new ConcurrentHashMap<>();

    @Override
    public OutboxBackend open(StoreContext context) {
        OutboxBackend backend = provider.open(context);
        storages.put(context.outboxName(), ((MemoryStore) backend.store()).storage);
        return backend;
    }

    @Override
    public TransactionManager transactionManager() {
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    @Override
    public TransactionSynchronizationRegistry synchronizations() {
        return new TransactionSynchronizationRegistryImple();
    }

    @Override
    public void advance(Duration duration) {
        clock.updateAndGet(now -> now.plus(duration));
    }

    @Override
    public void plantCreatedAt(String outboxName, RecordId id, Instant createdAt) {
        MemoryStorage storage = storages.get(outboxName);
        StoredRecord record = storage.find(id);
        PartitionQueue queue = storage.queue(record.partition);
        queue.detach(record);
        storage.forget(record);
        PartitionQueue.Place place = new PartitionQueue.Place(record.age.seq(), createdAt);
        StoredRecord planted =
                new StoredRecord(record.message, id.binding(), record.partition, place, record.availableAt);
        storage.reserve(planted);
        queue.add(List.of(planted));
    }

    @Override
    public void close() {}
}

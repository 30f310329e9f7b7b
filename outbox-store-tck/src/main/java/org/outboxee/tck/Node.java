package org.outboxee.tck;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxBackend;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.Retention;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.Ticker;

/** One node of an application: an open store, and what a relay and an application do with it. Thread-safe. */
final class Node implements AutoCloseable {

    /** Longer than any test runs: a claim only expires when a test moves the clock. */
    static final Duration LEASE = Duration.ofMinutes(10);

    private final OutboxBackend backend;
    private final Transactions transactions;
    private final ExecutorService background;
    private volatile List<Integer> owned = List.of();

    private Node(StoreHarness harness, String outboxName, int partitions, Retention retention) {
        transactions = new Transactions(harness.transactionManager(), harness.synchronizations());
        background = Executors.newSingleThreadExecutor();
        try {
            backend = harness.open(new StoreContext(
                    outboxName,
                    partitions,
                    transactions,
                    background,
                    () -> owned,
                    Ticker.SYSTEM,
                    retention,
                    key -> Optional.empty()));
        } catch (RuntimeException | Error e) {
            background.shutdownNow();
            throw e;
        }
    }

    /** Starts a node that owns no partition. */
    static Node start(StoreHarness harness, String outboxName, int partitions, Retention retention) {
        return new Node(harness, outboxName, partitions, retention);
    }

    OutboxBackend backend() {
        return backend;
    }

    OutboxStore store() {
        return backend.store();
    }

    PartitionLeases leases() {
        return backend.leases();
    }

    /** Says which partitions keyless messages go to. */
    void owns(Integer... partitions) {
        owned = List.of(partitions);
    }

    /** Emits messages in one transaction that commits. */
    void emit(TestMessage... messages) {
        transact(unit -> unit.emit(messages));
    }

    /** Runs a transaction that commits. */
    UnitOfWork transact(Consumer<UnitOfWork> work) {
        return transactions.commit(backend.appender(), work);
    }

    /** Runs a transaction that the application rolls back. */
    void rollback(Consumer<UnitOfWork> work) {
        transactions.rollback(backend.appender(), work);
    }

    /** Takes a partition over. */
    PartitionLease acquire(int partition, String owner) {
        return leases().acquire(List.of(partition), owner).get(0);
    }

    /** Claims for {@link #LEASE}. */
    List<ClaimedRecord> claim(PartitionLease lease, int limit) {
        return claimWithHint(lease, limit).records();
    }

    Claim claimWithHint(PartitionLease lease, int limit) {
        return store().claim(lease, limit, LEASE);
    }

    SettleResult settle(Settlement... settlements) {
        return store().settle(Arrays.asList(settlements));
    }

    void complete(List<ClaimedRecord> records) {
        store().settle(records.stream().map(Settlement.Completed::new).toList());
    }

    @Override
    public void close() {
        backend.close();
        background.shutdown();
        try {
            if (!background.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("A background task of the store did not end within 10 s of its close");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

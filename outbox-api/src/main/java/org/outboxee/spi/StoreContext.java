package org.outboxee.spi;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a store is opened with.
 *
 * @param outboxName the namespace of partitions and records ({@code outbox.name})
 * @param partitions the configured number of partitions, 1 to {@link Partitions#MAX}
 * @param transactions runs work in new transactions
 * @param background runs short tasks outside any transaction of the caller
 * @param ownedPartitions the partitions that this node owns at the moment; keyless messages go there, if there are any
 * @param ticker monotonic time
 * @param retention how long delivered records are kept
 * @param metrics what the store counts by itself
 * @param setting the value of a configuration key of the store, such as {@code outbox.jpa.schema}
 */
public record StoreContext(
        String outboxName,
        int partitions,
        TransactionRunner transactions,
        Executor background,
        Supplier<List<Integer>> ownedPartitions,
        Ticker ticker,
        Retention retention,
        OutboxMetrics metrics,
        Function<String, Optional<String>> setting) {

    /** A context of a store that counts nothing. */
    public StoreContext(
            String outboxName,
            int partitions,
            TransactionRunner transactions,
            Executor background,
            Supplier<List<Integer>> ownedPartitions,
            Ticker ticker,
            Retention retention,
            Function<String, Optional<String>> setting) {
        this(
                outboxName,
                partitions,
                transactions,
                background,
                ownedPartitions,
                ticker,
                retention,
                OutboxMetrics.NONE,
                setting);
    }

    /** A context of a store that keeps no delivered record and counts nothing. */
    public StoreContext(
            String outboxName,
            int partitions,
            TransactionRunner transactions,
            Executor background,
            Supplier<List<Integer>> ownedPartitions,
            Ticker ticker,
            Function<String, Optional<String>> setting) {
        this(outboxName, partitions, transactions, background, ownedPartitions, ticker, Retention.NONE, setting);
    }
}

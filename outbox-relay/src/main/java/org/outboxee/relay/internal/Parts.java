package org.outboxee.relay.internal;

import java.util.random.RandomGenerator;
import org.outboxee.relay.LeasePolicy;
import org.outboxee.relay.RelayConfig;
import org.outboxee.relay.RelayExecutor;
import org.outboxee.spi.OutboxMetrics;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.PartitionLeases;
import org.outboxee.spi.Producer;
import org.outboxee.spi.Ticker;

/**
 * What a relay is assembled from; everything that touches the outside world, time or chance.
 *
 * @param store where records are claimed and settled
 * @param leases where partitions are acquired
 * @param producer what records are handed to
 * @param executor threads and timers
 * @param config the settings
 * @param policy how long claims are valid, and until when deliveries start
 * @param limits what differs for single handlers
 * @param partitions the number of partitions
 * @param owner the owner incarnation
 * @param metrics what is counted
 * @param ticker monotonic time
 * @param random where the spread of retries comes from
 */
public record Parts(
        OutboxStore store,
        PartitionLeases leases,
        Producer producer,
        RelayExecutor executor,
        RelayConfig config,
        LeasePolicy policy,
        Limits limits,
        int partitions,
        String owner,
        OutboxMetrics metrics,
        Ticker ticker,
        RandomGenerator random) {

    /** The same with other metrics. */
    Parts withMetrics(OutboxMetrics other) {
        return new Parts(
                store, leases, producer, executor, config, policy, limits, partitions, owner, other, ticker, random);
    }
}

package org.outboxee.benchmarks.ours;

import java.time.Duration;
import org.outboxee.relay.RelayConfig;

/**
 * How the outbox is set up; what is not named here is as by default.
 *
 * @param connections the size of the pool
 * @param partitions {@code outbox.partitions}
 * @param batch {@code outbox.batch}
 * @param workers {@code outbox.workers}
 * @param poll {@code outbox.poll-interval}
 */
public record OurSettings(int connections, int partitions, int batch, int workers, Duration poll) {

    /** The default number of partitions. */
    public static final int PARTITIONS = 32;

    /** For rates: large batches, and workers that are no bottleneck. */
    public static OurSettings forRates(int connections) {
        return new OurSettings(connections, PARTITIONS, 200, 8, Duration.ofSeconds(1));
    }

    /** The same with another number of partitions. */
    public OurSettings withPartitions(int number) {
        return new OurSettings(connections, number, batch, workers, poll);
    }

    RelayConfig relay() {
        return RelayConfig.builder()
                .batch(batch)
                .workers(workers)
                .pollInterval(poll)
                .build();
    }
}

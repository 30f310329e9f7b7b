package org.outboxee.dynamo.internal;

import java.time.InstantSource;
import org.outboxee.spi.StoreContext;

/**
 * What the parts of a store share.
 *
 * @param table the table
 * @param keys the keys of the outbox
 * @param clock the store's clock
 * @param context what the store was opened with
 */
record Parts(Table table, Keys keys, InstantSource clock, StoreContext context) {

    long now() {
        return clock.millis();
    }

    int partitions() {
        return context.partitions();
    }

    Write write() {
        return table.write();
    }

    /** Partition numbers are part of the SPI: one that does not exist is the caller's mistake. */
    int checked(int partition) {
        if (partition < 0 || partition >= partitions()) {
            throw new IllegalArgumentException(
                    "Partition " + partition + " does not exist; there are 0 to " + (partitions() - 1));
        }
        return partition;
    }
}

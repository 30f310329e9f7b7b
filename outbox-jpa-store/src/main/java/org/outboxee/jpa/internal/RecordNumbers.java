package org.outboxee.jpa.internal;

import org.outboxee.OutboxConfigurationException;

/**
 * Primary keys of records. A key is composed of the id of the counter that numbered the record (21 bits: partition id
 * and kind) and the number (42 bits): unique in the table and never 0 without a sequence of its own, and the rows that
 * a claim reads lie side by side. The limits are a million partitions and four trillion records of each.
 */
final class RecordNumbers {

    private static final int NUMBER_BITS = 42;
    private static final int MAX_PARTITION_ID = (1 << 20) - 1;

    private RecordNumbers() {}

    static long id(int counterId, long number) {
        return ((long) counterId << NUMBER_BITS) | number;
    }

    static void checkPartitionId(int id) {
        if (id > MAX_PARTITION_ID) {
            throw new OutboxConfigurationException(
                    "OUTBOX-03009",
                    "The table of the partitions (OutboxPartition) is used up: the next partition would get an id above "
                            + MAX_PARTITION_ID + ". Use fewer outbox names or partitions in one table");
        }
    }
}

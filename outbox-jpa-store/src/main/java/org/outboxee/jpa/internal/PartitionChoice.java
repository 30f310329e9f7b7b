package org.outboxee.jpa.internal;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.outboxee.spi.Partitions;

/** Which partition a message goes to. Safe for any number of threads. */
final class PartitionChoice {

    private final PartitionIds partitions;
    private final Supplier<List<Integer>> owned;
    private final AtomicInteger round = new AtomicInteger();

    /**
     * A choice.
     *
     * @param owned the numbers of the partitions that this node owns
     */
    PartitionChoice(PartitionIds partitions, Supplier<List<Integer>> owned) {
        this.partitions = partitions;
        this.owned = owned;
    }

    /** The id of the partition of an ordering key. */
    int keyed(String key) {
        return partitions.id(Partitions.forKey(key, partitions.count()));
    }

    /**
     * The id of a partition for all keyless messages of one transaction: in turn one of those that this node owns,
     * which it can deliver from at once, else one of all.
     */
    int keyless() {
        List<Integer> numbers = owned.get();
        int turn = round.getAndIncrement();
        return numbers.isEmpty()
                ? partitions.id(Math.floorMod(turn, partitions.count()))
                : partitions.id(numbers.get(Math.floorMod(turn, numbers.size())));
    }
}

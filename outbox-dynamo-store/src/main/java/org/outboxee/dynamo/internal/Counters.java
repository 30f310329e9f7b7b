package org.outboxee.dynamo.internal;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The counter items of the partitions as this node saw them last: a hint, since every append states what it expects.
 * Threads of this node take turns at a counter rather than contend for it. Safe for any number of threads.
 */
final class Counters {

    private final Parts parts;
    private final Map<Integer, Counter> seen = new ConcurrentHashMap<>();
    private final Map<Integer, ReentrantLock> turns = new ConcurrentHashMap<>();

    Counters(Parts parts) {
        this.parts = parts;
    }

    Counter get(int partition) {
        return seen.computeIfAbsent(partition, this::read);
    }

    private Counter read(int partition) {
        return Counter.of(parts.table().get(parts.keys().counter(partition)));
    }

    void saw(int partition, Counter counter) {
        seen.put(partition, counter);
    }

    /** What is known of it may be wrong. */
    void forget(Collection<Integer> partitions) {
        seen.keySet().removeAll(partitions);
    }

    /** Does something with the turn at all these counters, taken in ascending order. */
    <T> T inTurn(Collection<Integer> partitions, Supplier<T> work) {
        var locks = partitions.stream()
                .sorted()
                .map(partition -> turns.computeIfAbsent(partition, any -> new ReentrantLock(true)))
                .toList();
        locks.forEach(ReentrantLock::lock);
        try {
            return work.get();
        } finally {
            locks.forEach(ReentrantLock::unlock);
        }
    }

    /**
     * A counter item.
     *
     * @param exists whether there is one
     * @param seq the last seq given out
     * @param created the last creation time given out
     */
    record Counter(boolean exists, long seq, long created) {

        /** Of a partition without an item. */
        static final Counter NONE = new Counter(false, 0, 0);

        static final String SEQ = "q";
        static final String CREATED = "cr";

        /** How often records were changed behind the back of the partition's owner. */
        static final String CHANGES = "ch";

        static Counter of(Map<String, AttributeValue> item) {
            return new Counter(item.containsKey(SEQ), Av.number(item, SEQ), Av.number(item, CREATED));
        }
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.stream.LongStream;
import org.outboxee.jpa.OutboxCounter.Kind;
import org.outboxee.jpa.internal.Counters.Taken;

/** Gives records their numbers and creation times. Safe for any number of threads. */
final class Numbering {

    /**
     * Numbers for some records of one source.
     *
     * @param values ascending
     * @param createdAt the creation time that goes with them: now, or later if records with lower numbers are later
     */
    record Numbers(long[] values, long createdAt) {}

    private final KeylessBlocks blocks;
    private final boolean blocksUsed;

    /**
     * A numbering.
     *
     * @param blocksUsed whether keyless records use blocks; with a single writer they would gain nothing
     */
    Numbering(KeylessBlocks blocks, boolean blocksUsed) {
        this.blocks = blocks;
        this.blocksUsed = blocksUsed;
    }

    /** Takes numbers, from memory if possible, else by locking the counter to the end of the transaction. */
    Numbers take(EntityManager entities, NumberSource source, int count, long now) {
        if (blocksUsed && source.kind() == Kind.KEYLESS) {
            long[] reserved = blocks.take(source.counterId(), count);
            if (reserved.length == count) {
                return new Numbers(reserved, now);
            }
        }
        Taken taken = Counters.take(entities, source.counterId(), count, now);
        long[] values = LongStream.range(taken.first(), taken.first() + count).toArray();
        return new Numbers(values, taken.createdAt());
    }
}

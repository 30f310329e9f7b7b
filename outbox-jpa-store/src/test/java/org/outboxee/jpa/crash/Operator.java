package org.outboxee.jpa.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordState;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PendingRecord;

/** Somebody who looks at the outbox, discards what waits, and deletes what was kept, at any time. For one thread. */
final class Operator {

    private final OutboxStore store;
    private final SplittableRandom random;
    private final List<String> discarded = new ArrayList<>();
    private int actions;
    private int purged;

    Operator(OutboxStore store, long seed) {
        this.store = store;
        this.random = new SplittableRandom(seed);
    }

    /** Does something; that the database is away does not matter. */
    void act() {
        try {
            switch (random.nextInt(4)) {
                case 0 -> store.search(RecordFilter.of(RecordState.DELIVERED), 50, null);
                case 1 -> store.stalledLanes(10);
                case 2 -> discardSomething();
                default ->
                    purged += store.purge(
                            IntStream.range(0, Member.PARTITIONS).boxed().toList(), null, 500);
            }
            actions++;
        } catch (OutboxStoreException e) {
            System.out.println("The operator failed: " + e);
        }
    }

    private void discardSomething() {
        List<PendingRecord> pending = IntStream.range(0, Member.PARTITIONS)
                .boxed()
                .flatMap(partition -> store.queryPending(partition, 20).stream())
                .filter(record -> !record.id().messageId().startsWith(RelayMain.POISON))
                .toList();
        if (!pending.isEmpty()) {
            PendingRecord one = pending.get(random.nextInt(pending.size()));
            // Also if no answer comes: it may have been discarded.
            discarded.add(one.id().messageId());
            if (!store.discard(one.id())) {
                discarded.remove(discarded.size() - 1);
            }
        }
    }

    /** The messages that need not be delivered any more. */
    List<String> discarded() {
        return discarded;
    }

    @Override
    public String toString() {
        return actions + " operator actions, " + discarded.size() + " discarded, " + purged + " purged";
    }
}

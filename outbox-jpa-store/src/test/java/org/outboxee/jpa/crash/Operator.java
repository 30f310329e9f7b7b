package org.outboxee.jpa.crash;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordState;
import org.outboxee.spi.OutboxStore;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PendingRecord;

/** Somebody who looks at the outbox, discards what waits, and deletes what was kept, at any time. For one thread. */
final class Operator {

    private static final RecordFilter REFUSED =
            RecordFilter.of(RecordState.DEAD).withName(RelayMain.REFUSED);

    private final OutboxStore store;
    private final Witness witness;
    private final SplittableRandom random;

    /**
     * The newest delivery when a message was certainly discarded; without an answer it may be delivered all the same.
     */
    private final Map<String, Long> discarded = new HashMap<>();

    private int replayed;
    private int actions;
    private int purged;

    Operator(OutboxStore store, Witness witness, long seed) {
        this.store = store;
        this.witness = witness;
        this.random = new SplittableRandom(seed);
    }

    /** Does something; that the database is away does not matter. */
    void act() {
        try {
            switch (random.nextInt(5)) {
                case 0 -> store.search(RecordFilter.of(RecordState.DELIVERED), 50, null);
                case 1 -> store.stalledLanes(10);
                case 2 -> discardSomething();
                case 3 -> replayAll();
                default -> purge();
            }
            actions++;
        } catch (OutboxStoreException e) {
            System.out.println("The operator failed: " + e);
        }
    }

    private void purge() {
        purged += store.purge(IntStream.range(0, Member.PARTITIONS).boxed().toList(), null, 500);
    }

    private void discardSomething() {
        List<PendingRecord> pending = IntStream.range(0, Member.PARTITIONS)
                .boxed()
                .flatMap(partition -> store.queryPending(partition, 20).stream())
                .filter(record -> !record.id().messageId().startsWith(RelayMain.POISON))
                .toList();
        if (!pending.isEmpty()) {
            PendingRecord one = pending.get(random.nextInt(pending.size()));
            String id = one.id().messageId();
            discarded.put(id, Long.MAX_VALUE);
            if (store.discard(one.id())) {
                discarded.put(id, witness.newest());
            } else {
                discarded.remove(id);
            }
        }
    }

    /** Replays what its handler has refused; whether there was something. */
    boolean replayAll() {
        int found = store.replay(REFUSED, 500, null).items().size();
        replayed += found;
        return found > 0;
    }

    /** The messages that need not be delivered any more, and the last delivery after which they must not. */
    Map<String, Long> discarded() {
        return discarded;
    }

    @Override
    public String toString() {
        return actions + " operator actions, " + discarded.size() + " discarded, " + replayed + " replayed, " + purged
                + " purged";
    }
}

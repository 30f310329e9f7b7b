package org.outboxee.relay.simulation;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.outboxee.memory.MemoryBackend;
import org.outboxee.spi.Appender;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PreparedAppend;
import org.outboxee.spi.Retention;
import org.outboxee.spi.StoreContext;
import org.outboxee.spi.TransactionRunner;

/** The memory store of a course: perhaps with a rule broken, watched, and on top of that with faults. */
final class Outbox {

    private static final TransactionRunner DIRECTLY = new TransactionRunner() {
        @Override
        public <T> T requireNew(Supplier<T> work) {
            return work.get();
        }
    };

    private final int partitions;
    private final Mutation mutation;
    private final World world;
    private final Appender appender;
    private final WatchedStore watched;
    private final FaultyStore store;
    private final FaultyLeases leases;

    Outbox(World world, int partitions, Retention retention, Mutation mutation) {
        this.world = world;
        this.partitions = partitions;
        this.mutation = mutation;
        MemoryBackend backend = new MemoryBackend(
                new StoreContext(
                        "simulation",
                        partitions,
                        DIRECTLY,
                        Runnable::run,
                        List::of,
                        world.time(),
                        retention,
                        key -> Optional.empty()),
                world.time());
        appender = mutation.appender(backend, partitions);
        watched = new WatchedStore(mutation.store(backend), world);
        store = new FaultyStore(watched, world.time(), world.journal());
        leases =
                new FaultyLeases(new WatchedLeases(backend.leases(), world.owners(), world.journal()), world.journal());
    }

    int partitions() {
        return partitions;
    }

    Mutation mutation() {
        return mutation;
    }

    /** Without faults, for operators and for the end. */
    WatchedStore watched() {
        return watched;
    }

    FaultyStore store() {
        return store;
    }

    FaultyLeases leases() {
        return leases;
    }

    /**
     * Appends messages in a transaction.
     *
     * @return the partitions to wake, in an order that is the same in each JVM
     */
    Set<Integer> append(List<OutboxMessage> messages, boolean commits) {
        Journal journal = world.journal();
        journal.happened(Happening.EMIT, messages.size());
        PreparedAppend append = appender.append(messages);
        if (!commits) {
            append.rolledBack();
            journal.happened(Happening.ROLLBACK);
            return Set.of();
        }
        append.committed();
        journal.happened(Happening.COMMIT);
        messages.forEach(message -> world.ledger().written(message, world.now()));
        return new TreeSet<>(append.partitions());
    }
}

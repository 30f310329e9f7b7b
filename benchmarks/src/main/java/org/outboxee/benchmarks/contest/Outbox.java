package org.outboxee.benchmarks.contest;

import java.util.function.Consumer;
import org.outboxee.benchmarks.database.Database;

/** An outbox that takes part, on a database of its own. Safe for any number of threads, but for its filling. */
public interface Outbox extends AutoCloseable {

    /** Its name in the report. */
    String name();

    /** Where it is. */
    Database database();

    /**
     * Runs one business transaction that emits messages, and returns after its commit.
     *
     * @param work what they are like
     * @param first the number of the first message
     */
    void transact(Work work, long first) throws Exception;

    /** Empties the outbox and the business, then puts in so many messages that nobody delivers yet. */
    void fill(Work work, int messages) throws Exception;

    /**
     * Begins to deliver.
     *
     * @param handler takes the payload of each message, on any thread
     * @return ends it
     */
    Delivering deliver(Consumer<String> handler) throws Exception;

    /** Whether it delivers the messages of one key in order. */
    boolean ordersKeys();

    @Override
    void close();

    /** What delivers. */
    @FunctionalInterface
    interface Delivering {

        /** Delivers nothing more, and returns when what is being delivered has ended. */
        void end() throws Exception;
    }
}

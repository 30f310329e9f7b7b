package org.outboxee.dynamo.internal;

/** Counts what happens between the store and the service. Implementations are safe for any number of threads. */
interface StoreEvents {

    /** Counts nothing. */
    StoreEvents NONE = new StoreEvents() {};

    /** A request met another transaction on one of its items. */
    default void conflict() {}

    /** A claim has read this many pages of a partition. */
    default void scanned(int partition, int pages) {}

    /** A claim returned less than it was asked for, since more does not fit into a transaction. */
    default void truncated() {}
}

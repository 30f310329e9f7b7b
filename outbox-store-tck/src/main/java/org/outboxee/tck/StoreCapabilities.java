package org.outboxee.tck;

/**
 * What a store declares about itself. Tests of an ability that it does not have are reported as skipped.
 *
 * @param overlappingAppends whether transactions that append to different partitions, or without a key, do not wait for
 *     each other; false for a database with a single writer
 * @param transactionalCompletion whether a record can be completed in the transaction of its handler
 * @param messagesPerTransaction how many messages a transaction takes, at least 50; the tests emit more in several
 */
public record StoreCapabilities(
        boolean overlappingAppends, boolean transactionalCompletion, int messagesPerTransaction) {

    /** A store with every ability. */
    public static final StoreCapabilities FULL = new StoreCapabilities(true, true, Integer.MAX_VALUE);

    /** A store on a database that lets one transaction write at a time. */
    public static final StoreCapabilities SINGLE_WRITER = new StoreCapabilities(false, true, Integer.MAX_VALUE);
}

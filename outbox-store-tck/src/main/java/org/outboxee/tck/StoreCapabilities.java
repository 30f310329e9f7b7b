package org.outboxee.tck;

/**
 * What a store declares about itself. Tests of an ability that it does not have are reported as skipped.
 *
 * @param overlappingAppends whether transactions that append to different partitions, or without a key, do not wait for
 *     each other; false for a database with a single writer
 */
public record StoreCapabilities(boolean overlappingAppends) {

    /** A store with every ability. */
    public static final StoreCapabilities FULL = new StoreCapabilities(true);

    /** A store on a database that lets one transaction write at a time. */
    public static final StoreCapabilities SINGLE_WRITER = new StoreCapabilities(false);
}

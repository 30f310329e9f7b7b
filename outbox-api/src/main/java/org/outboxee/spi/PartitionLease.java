package org.outboxee.spi;

/**
 * The right to claim records of a partition: a fencing token.
 *
 * @param partition the partition, from 0
 * @param owner the owner's incarnation: unique per start of a node
 * @param version grows with every acquisition of the partition; only the newest one is valid
 */
public record PartitionLease(int partition, String owner, long version) {}

package org.outboxee.spi;

import org.jspecify.annotations.Nullable;

/**
 * Who owns a partition, at the time of a look.
 *
 * @param partition the partition, from 0
 * @param owner the owner's incarnation, {@code null} if it was never owned or was given up
 * @param version the newest version, that of the owner's lease; 0 if it was never owned
 */
public record PartitionOwner(int partition, @Nullable String owner, long version) {}

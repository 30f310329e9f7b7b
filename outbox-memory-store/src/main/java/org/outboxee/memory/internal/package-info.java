/**
 * How the memory store works. {@code MemoryStorage} holds an outbox: a {@code PartitionQueue} for each partition, with
 * its records in {@code Lane}s and its fencing token, and {@code AppendUnits}, which makes seq follow commit order.
 * Only {@code org.outboxee.memory} may depend on it.
 */
@NullMarked
package org.outboxee.memory.internal;

import org.jspecify.annotations.NullMarked;

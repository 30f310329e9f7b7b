package org.outboxee.spi;

import java.util.List;

/**
 * The owners of all partitions and the nodes of an outbox. Every node whose row was there when the owners were read,
 * and is not gone since, is among the nodes; so an owner that is not one of them is gone.
 *
 * @param partitions one for each partition, ascending
 * @param nodes the nodes, in the order in which they started
 */
public record Ownership(List<PartitionOwner> partitions, List<NodeBeat> nodes) {}

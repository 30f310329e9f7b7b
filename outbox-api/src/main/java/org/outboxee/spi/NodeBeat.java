package org.outboxee.spi;

/**
 * A node as the store has it.
 *
 * @param node what it said of itself with its last beat
 * @param started its place in the order in which the nodes of the outbox started; those that started at the same time
 *     may share one
 * @param beat the number of its last beat
 */
public record NodeBeat(NodeInfo node, long started, long beat) {}

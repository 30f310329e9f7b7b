package org.outboxee.spi;

/**
 * The records of one partition that share binding and ordering key; message names share a lane.
 *
 * @param partition the partition
 * @param binding the binding
 * @param key the ordering key
 */
public record Lane(int partition, String binding, String key) {}

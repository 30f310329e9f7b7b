package org.outboxee.dynamo.internal;

/**
 * A record and its partition.
 *
 * @param partition the partition
 * @param item the record
 */
record Located(int partition, RecordItem item) {}

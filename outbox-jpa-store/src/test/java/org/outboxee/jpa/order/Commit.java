package org.outboxee.jpa.order;

import java.util.List;
import java.util.Map;

/**
 * A transaction that has committed, and what witnesses when.
 *
 * @param plan what it did
 * @param messages the ids of its messages, as emitted; that of a keyless one is not among them
 * @param keyless the ids of its messages without a key
 * @param entries the ids of the entries that it wrote
 * @param versions by key, the version of the account that it locked: it had the lock until it had committed
 * @param databaseId the database's id of it, by which the database tells the time of the commit; empty if there is none
 * @param started not after it committed, by the JVM's monotonic clock
 * @param ended not before it committed
 */
record Commit(
        Plan plan,
        List<String> messages,
        List<String> keyless,
        List<Long> entries,
        Map<Integer, Long> versions,
        String databaseId,
        long started,
        long ended) {}

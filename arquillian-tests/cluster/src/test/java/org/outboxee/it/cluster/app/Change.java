package org.outboxee.it.cluster.app;

/**
 * A payload.
 *
 * @param account the account that was changed; none if it is negative
 * @param version its version since
 */
public record Change(int account, long version) {}

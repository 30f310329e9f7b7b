package org.outboxee.it.order;

/**
 * A payload.
 *
 * @param account the ordering key
 * @param number its place among the postings of the account, in the order of their commits
 */
public record Posting(String account, int number) {}

package org.outboxee.sample.admin;

import java.util.List;

/**
 * The outbox as clients see it.
 *
 * @param pending messages that wait, including those whose time has not come
 * @param claimed messages that are being delivered
 * @param dead dead letters, of which {@code deadLetters} shows the oldest
 * @param deadLetters the oldest dead letters
 */
public record OutboxView(long pending, long claimed, long dead, List<DeadLetterView> deadLetters) {}

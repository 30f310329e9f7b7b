package org.outboxee.spi;

import java.time.Instant;
import java.util.Optional;

/**
 * What waits in an outbox, as far as monitoring wants to know: every number ends at the bound that was asked for.
 *
 * @param pending waiting, including those whose time has not come
 * @param claimed held by a node that delivers or is about to deliver them
 * @param dead dead letters
 * @param oldest when the oldest pending record was written, by the store's clock; empty without one
 * @param stalledLanes ordering keys of a binding whose head has failed and waits for its retry, or whose claim has
 *     expired
 */
public record Backlog(long pending, long claimed, long dead, Optional<Instant> oldest, long stalledLanes) {}

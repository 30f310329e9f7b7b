/**
 * The relay under random courses of events, and a model of the outbox that everything it does is compared with. A
 * {@code Course} is one schedule: its seed decides all. The model is the {@code Ledger} of records and the
 * {@code Owners} of partitions; {@code WatchedStore} and {@code WatchedLeases} compare what a store answers,
 * {@code WatchedProducer} what is delivered. A {@code Mutation} breaks one rule, to show that the checks see it.
 */
@NullMarked
package org.outboxee.relay.simulation;

import org.jspecify.annotations.NullMarked;

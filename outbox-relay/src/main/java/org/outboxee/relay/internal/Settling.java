package org.outboxee.relay.internal;

import org.outboxee.spi.Settlement;

/**
 * A result on its way into the store.
 *
 * @param settlement the result
 * @param tail how many younger records of the same claim and lane the store releases with it
 */
record Settling(Settlement settlement, int tail) {}

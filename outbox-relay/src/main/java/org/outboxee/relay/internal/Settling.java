package org.outboxee.relay.internal;

import org.outboxee.spi.Settlement;

/**
 * A result on its way into the store.
 *
 * @param settlement the result
 * @param tail how many younger records of the same claim and lane the store releases with it
 * @param inDoubt whether it is to take effect only if a transaction has not, whose outcome is not known
 */
record Settling(Settlement settlement, int tail, boolean inDoubt) {

    /** One that is to take effect. */
    Settling(Settlement settlement, int tail) {
        this(settlement, tail, false);
    }
}

package org.outboxee.relay.internal;

/** Why the relay interrupted a delivery. */
enum Interruption {
    /** It ran longer than the delivery timeout. */
    TIMEOUT,
    /** The relay stops, and it ran longer than the shutdown timeout. */
    STOP
}

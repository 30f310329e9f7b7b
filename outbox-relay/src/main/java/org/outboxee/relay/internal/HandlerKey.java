package org.outboxee.relay.internal;

import org.outboxee.spi.ClaimedRecord;

/** Whom a record is for: a message name and a binding. */
record HandlerKey(String name, String binding) {

    static HandlerKey of(ClaimedRecord record) {
        return new HandlerKey(record.name(), record.id().binding());
    }
}

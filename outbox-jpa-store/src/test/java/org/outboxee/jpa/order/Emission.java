package org.outboxee.jpa.order;

import org.outboxee.spi.OutboxMessage;

/** Where a message goes that is emitted in the transaction of the thread. */
@FunctionalInterface
interface Emission {

    void emit(OutboxMessage message);

    /** Through the store's appender, as the last thing before the commit. */
    static Emission of(Node node) {
        return new AtCompletion<OutboxMessage>(node.backend().appender()::append)::add;
    }
}

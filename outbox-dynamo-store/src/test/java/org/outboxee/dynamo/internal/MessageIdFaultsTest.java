package org.outboxee.dynamo.internal;

class MessageIdFaultsTest extends FaultsContract {

    MessageIdFaultsTest() {
        super("message-id");
    }
}

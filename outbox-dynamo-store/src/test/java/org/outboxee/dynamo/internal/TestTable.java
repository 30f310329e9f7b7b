package org.outboxee.dynamo.internal;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What all tests of the JVM share: a client, and a table for each layout. */
final class TestTable {

    private static DynamoDbClient client;

    private TestTable() {}

    static synchronized DynamoDbClient client() {
        if (client == null) {
            client = DynamoServer.builder().build();
        }
        return client;
    }

    static String of(String layout) {
        return "outbox-" + layout;
    }
}

package org.outboxee.dynamo.internal;

/** A store for tests of what applications see. */
public final class OutboxFixture implements AutoCloseable {

    private static final String LAYOUT = AgeLayout.NAME;

    private final TestStore store = TestStore.open(LAYOUT, TestTable.client());

    /** The opened store. */
    public DynamoBackend backend() {
        return store.backend();
    }

    /** The name of its table. */
    public String table() {
        return TestTable.of(LAYOUT);
    }

    /** How many records are pending. */
    public long pending() {
        return store.backend().store().counts().pending();
    }

    /** Whether there is an item of the application. */
    public boolean has(String pk) {
        return !TestTable.client()
                .getItem(get -> get.tableName(table()).key(new Keys.Key(pk, "order").item()))
                .item()
                .isEmpty();
    }

    @Override
    public void close() {
        store.close();
    }
}

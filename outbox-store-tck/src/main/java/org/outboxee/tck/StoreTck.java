package org.outboxee.tck;

import org.junit.jupiter.api.Nested;

/** The whole contract: a store's test class extends this one and supplies the harness. */
public abstract class StoreTck {

    /** For the store's test class. */
    protected StoreTck() {}

    /** A harness on empty storage; one for each test, closed after it. */
    protected abstract StoreHarness newHarness();

    @Nested
    class Claims extends ClaimContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Lanes extends LaneContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }
}

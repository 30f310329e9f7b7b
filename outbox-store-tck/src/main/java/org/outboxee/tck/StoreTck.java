package org.outboxee.tck;

import org.junit.jupiter.api.Nested;

/** The whole contract: a store's test class extends this one and supplies the harness. */
public abstract class StoreTck {

    /** For the store's test class. */
    protected StoreTck() {}

    /** A harness on empty storage; one for each test, closed after it. */
    protected abstract StoreHarness newHarness();

    @Nested
    class Appends extends AppendContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class CommitOrder extends CommitOrderContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Uniqueness extends UniquenessContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Placement extends PlacementContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Content extends ContentContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Comparisons extends ComparisonContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Claims extends ClaimContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Schedules extends ScheduleContract {
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

    @Nested
    class Crashes extends CrashContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Fencing extends FencingContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Nodes extends NodesContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Settlements extends SettleContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class TransactionalCompletions extends TransactionalCompletionContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Tokens extends TokenContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Previews extends PreviewContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class DeadLetters extends DeadLetterContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Searches extends SearchContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Decisions extends DecisionContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Retained extends RetentionContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Depth extends DepthContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Expansion extends ExpandContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Storage extends StorageContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        protected StoreHarness newHarness() {
            return StoreTck.this.newHarness();
        }
    }
}

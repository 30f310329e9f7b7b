package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Failed;

/**
 * A claim parks records behind one that leaves its lane at the same time. At REPEATABLE READ whoever takes that one out
 * must not believe what it saw before.
 */
class ParkedMeanwhileTest {

    private TestUnit unit;
    private TestStore store;
    private PartitionLease lease;
    private int emitted;
    private boolean claimed;

    private void open(Kind kind) {
        unit = JpaHarness.unit(Provider.HIBERNATE, kind);
        store = TestStore.open(unit, "test", 1);
        store.awaitBackground();
        lease = store.acquire(0);
    }

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    @ParameterizedTest
    @EnumSource
    void discardedHeadLeavesNothingParked(Kind kind) {
        open(kind);
        emit(1);
        ClaimedRecord head = store.claim(lease, 1).get(0);
        store.backend.store().settle(List.of(new Failed(head, Duration.ofHours(1), new Failure("no"))));
        emit(150);
        claimDuringTransaction(1);
        assertThat(store.backend.store().discard(head.id())).isTrue();
        assertLaneGoesOn();
    }

    @ParameterizedTest
    @EnumSource
    void settledHolderLeavesNothingParked(Kind kind) {
        open(kind);
        emit(1);
        List<ClaimedRecord> head = store.claim(lease, 1);
        emit(110);
        store.claim(lease, 1); // which parks
        complete(head);
        complete(store.claim(lease, 100)); // the window, of which the last one holds nothing any more
        head = store.claim(lease, 1);
        emit(110);
        claimDuringTransaction(2);
        complete(head);
        assertLaneGoesOn();
    }

    private void emit(int many) {
        for (int i = 0; i < many; i++) {
            store.commit(message("m" + emitted++, "a"));
        }
    }

    private void complete(List<ClaimedRecord> records) {
        store.backend.store().settle(records.stream().map(Completed::new).toList());
    }

    /** Runs a claim, in a transaction of its own, while one of the store has begun to read. */
    private void claimDuringTransaction(int number) {
        AtomicInteger transactions = new AtomicInteger();
        AtomicInteger depth = new AtomicInteger();
        store.around(work -> {
            if (depth.get() == 0 && transactions.incrementAndGet() == number) {
                depth.incrementAndGet();
                unit.database().execute("select max(id) from outbox_record");
                store.claim(lease, 1);
                claimed = true;
                depth.decrementAndGet();
            }
            work.run();
        });
    }

    private void assertLaneGoesOn() {
        store.around(Runnable::run);
        assertThat(claimed).as("a claim ran meanwhile").isTrue();
        store.backend.clock().shift(Duration.ofDays(1));
        lease = store.acquire(0);
        assertThat(store.claim(lease, 1))
                .as(() -> String.join(
                        ", ",
                        unit.database()
                                .query("select state, holding, count(*) from outbox_record group by state, holding")))
                .hasSize(1);
    }
}

package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PendingRecord;

/** Seq follows the order in which transactions commit (G3), and only those that must wait for each other do. */
public abstract class CommitOrderContract extends StoreContract {

    @Test
    void seqFollowsCommitOrderOfInterleavedTransactions() {
        CountDownLatch appended = new CountDownLatch(1);
        CountDownLatch committed = new CountDownLatch(1);
        AtomicBoolean overtaken = new AtomicBoolean();
        Future<?> first = threads.start(() -> node.transact(unit -> {
            unit.emit(keyed("appended first", A));
            unit.afterAppend(() -> {
                appended.countDown();
                Threads.giveChance(committed);
                overtaken.set(committed.getCount() == 0);
            });
        }));
        Threads.await(appended);
        node.emit(keyed("appended second", A));
        committed.countDown();
        Threads.result(first);
        List<String> bySeq = previewedBySeq();
        if (overtaken.get()) {
            assertThat(bySeq).containsExactly("appended second", "appended first");
        } else {
            // It waited for the first one, or committed too late for a test to see which of the two was earlier.
            assertThat(bySeq).containsExactlyInAnyOrder("appended first", "appended second");
        }
        assertThat(ids(claim(own()))).isEqualTo(bySeq);
    }

    /** The order in which outcomes are reported is not the order of the commits: threads stall in between. */
    @Test
    void seqFollowsCommitOrderWhenAnOutcomeIsReportedLate() {
        CountDownLatch committed = new CountDownLatch(1);
        CountDownLatch overtaken = new CountDownLatch(1);
        Future<?> first = threads.start(() -> node.transact(unit -> {
            unit.emit(keyed("committed first", A));
            unit.beforeOutcome(() -> {
                committed.countDown();
                Threads.giveChance(overtaken);
            });
        }));
        Threads.await(committed);
        node.emit(keyed("committed second", A));
        overtaken.countDown();
        Threads.result(first);
        assertThat(previewedBySeq()).containsExactly("committed first", "committed second");
        assertThat(ids(claim(own()))).containsExactly("committed first", "committed second");
    }

    @Test
    void rolledBackTransactionLetsTheOneThatWaitsForItGoOn() {
        CountDownLatch appended = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        Future<?> first = threads.start(() -> node.transact(unit -> {
            unit.emit(keyed("rolled back", A));
            unit.afterAppend(() -> {
                appended.countDown();
                Threads.giveChance(second);
                unit.setRollbackOnly();
            });
        }));
        Threads.await(appended);
        node.emit(keyed("committed", A));
        second.countDown();
        assertThatThrownBy(() -> Threads.result(first)).isInstanceOf(Transactions.CommitFailedException.class);
        assertThat(ids(claim(own()))).containsExactly("committed");
    }

    @Test
    void transactionsThatAppendToDifferentPartitionsOverlap() {
        assertOverlap(keyed("m1", A), keyed("m2", keyIn(2, "x")));
    }

    @Test
    void transactionsThatAppendWithoutAKeyOverlap() {
        assertOverlap(keyless("m1"), keyless("m2"));
    }

    @Test
    void transactionsWithAndWithoutAKeyOverlap() {
        assertOverlap(keyed("m1", A), keyless("m2"));
    }

    private void assertOverlap(TestMessage first, TestMessage second) {
        assumeTrue(harness.capabilities().overlappingAppends(), "one transaction writes at a time");
        CountDownLatch appended = new CountDownLatch(1);
        CountDownLatch overlapped = new CountDownLatch(1);
        Future<?> outer = threads.start(() -> node.transact(unit -> {
            unit.emit(first);
            unit.afterAppend(() -> {
                appended.countDown();
                Threads.await(overlapped);
            });
        }));
        Threads.await(appended);
        try {
            Threads.result(threads.start(() -> node.transact(unit -> unit.emit(second))));
        } finally {
            overlapped.countDown();
        }
        Threads.result(outer);
        assertThat(pending()).isEqualTo(2);
    }

    @Test
    void creationTimeOfKeyedMessagesNeverGoesBack() {
        node.emit(keyed("m1", A));
        harness.advance(HOUR.negated());
        node.emit(keyed("m2", A));
        Map<String, Instant> times = new HashMap<>();
        node.store()
                .queryPending(PARTITION, 10)
                .forEach(record -> times.put(record.id().messageId(), record.createdAt()));
        assertThat(times.get("m2")).isAfterOrEqualTo(times.get("m1"));
        harness.advance(HOUR);
        assertThat(ids(claim(own()))).containsExactly("m1", "m2");
    }

    @Test
    void messageWrittenAfterTheClockWasSetBackIsDueAtOnce() {
        node.emit(keyed("m1", A));
        PartitionLease lease = own();
        node.complete(claim(lease));
        harness.advance(HOUR.negated());
        node.emit(keyed("m2", A), keyless("m3"));
        assertThat(ids(claim(lease))).containsExactlyInAnyOrder("m2", "m3");
    }

    /** A relay that drains while others commit must never see a message behind a younger one of its key. */
    @Test
    void noRecordAppearsBehindAYoungerSibling() {
        PartitionLease lease = own();
        String[] keys = {A, B};
        int perThread = 40;
        List<Future<?>> emitters = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            String prefix = "t" + thread + "-";
            emitters.add(threads.start(() -> {
                for (int i = 0; i < perThread; i++) {
                    node.emit(keyed(prefix + i, keys[i % 2]), keyed(prefix + i + "-again", keys[i % 2]));
                }
                return null;
            }));
        }
        List<ClaimedRecord> delivered = new ArrayList<>();
        while (delivered.size() < 4 * perThread * 2) {
            boolean emitting = emitters.stream().anyMatch(emitter -> !emitter.isDone());
            List<ClaimedRecord> batch = node.claim(lease, 7);
            delivered.addAll(batch);
            node.complete(batch);
            assertThat(emitting || !batch.isEmpty()).as("every message arrives").isTrue();
        }
        Threads.results(emitters);
        Map<String, Long> last = new HashMap<>();
        for (ClaimedRecord record : delivered) {
            Long before = last.put(String.valueOf(record.key()), record.seq());
            assertThat(before == null || before < record.seq())
                    .as("%s is in order", record)
                    .isTrue();
        }
    }

    private List<String> previewedBySeq() {
        List<PendingRecord> records = new ArrayList<>(node.store().queryPending(PARTITION, 100));
        records.sort((one, other) -> Long.compare(one.seq(), other.seq()));
        return records.stream().map(record -> record.id().messageId()).toList();
    }
}

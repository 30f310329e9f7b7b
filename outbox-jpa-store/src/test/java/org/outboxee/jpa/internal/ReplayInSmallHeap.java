package org.outboxee.jpa.internal;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.List;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

/** The program of {@link ReplayMemoryTest}: replays all dead letters of a PostgreSQL database, as the console does. */
final class ReplayInSmallHeap {

    private static final int PIECE = 200;

    /** Every other record has one of 1,000 keys; number, lane and partition of a record follow from each other. */
    private static final int LANES = 2000;

    private ReplayInSmallHeap() {}

    /**
     * Says what it has found in one line.
     *
     * @param arguments how many dead letters, and the bytes of each one's payload
     */
    public static void main(String[] arguments) {
        int records = Integer.parseInt(arguments[0]);
        try (TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, Kind.POSTGRESQL, 2);
                TestStore store = TestStore.open(unit, "test", 4)) {
            store.awaitBackground();
            fill(unit, records, Integer.parseInt(arguments[1]));
            List<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getType() == MemoryType.HEAP)
                    .toList();
            heap.forEach(MemoryPoolMXBean::resetPeakUsage);
            long start = System.nanoTime();
            String found = replayAll(unit, store);
            Duration time = Duration.ofNanos(System.nanoTime() - start);
            OutboxCounts counts = store.backend.store().counts();
            long peak = heap.stream()
                    .mapToLong(pool -> pool.getPeakUsage().getUsed())
                    .sum();
            System.out.println(found + ", still dead " + counts.dead() + ", pending " + counts.pending() + ", at most "
                    + peak / 1_000_000 + " MB of heap, " + time.toMillis() + " ms");
        }
    }

    private static String replayAll(TestUnit unit, TestStore store) {
        RecordFilter dead = RecordFilter.of(RecordState.DEAD);
        int[] last = new int[LANES];
        int replayed = 0;
        int outOfOrder = 0;
        String cursor = null;
        do {
            Page<RecordId> page = store.backend.store().replay(dead, PIECE, cursor);
            for (RecordId id : page.items()) {
                int seq = Integer.parseInt(id.messageId());
                int lane = seq % LANES;
                boolean keyed = lane % 2 == 1;
                outOfOrder += keyed && seq < last[lane] ? 1 : 0;
                last[lane] = seq;
            }
            replayed += page.items().size();
            cursor = page.nextCursor();
            // The statements that the data source remembers are no part of what is measured.
            unit.database().dataSource().clear();
        } while (cursor != null);
        return "replayed " + replayed + ", out of order " + outOfOrder;
    }

    private static void fill(TestUnit unit, int records, int payloadBytes) {
        unit.database()
                .execute(
                        "insert into outbox_record (id, outbox_id, partition_id, seq, message_id, binding, name,"
                                + " ordering_key, created_at, available_at, sort_at, state, holding, attempts, crashes,"
                                + " last_error, ended_at, payload)"
                                + " select n, o.id, p.id, n, n, 'default', 'test.message',"
                                + " case when n % 2 = 1 then concat('key', n % " + LANES + ") end,"
                                + " n / 10, 1, n / 10, 'DEAD', 0, 5, 0, 'refused', n,"
                                + " convert_to(repeat('x', " + payloadBytes + "), 'UTF8')"
                                + " from generate_series(1, " + records + ") n"
                                + " join outbox_partition p on p.partition_no = n % 4"
                                + " join outbox_partition o on o.partition_no = 0",
                        "analyze");
    }
}

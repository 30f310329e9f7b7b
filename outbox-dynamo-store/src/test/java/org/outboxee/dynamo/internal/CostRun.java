package org.outboxee.dynamo.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.outboxee.dynamo.internal.MeteredClient.Cost;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement;

/** Measures what messages consume in one partition, by what the server says of every request. */
final class CostRun implements AutoCloseable {

    /** As many as fit into a transaction with the counter. */
    private static final int APPENDED = 99;

    private final MeteredClient meter = new MeteredClient(TestTable.client());
    private final TestStore store;
    private final int itemBytes;
    private final boolean keyed;
    private final PartitionLease lease;
    private int emitted;

    /**
     * Measures in a new outbox.
     *
     * @param layout the layout
     * @param itemBytes the size of an item at its largest, when it is claimed
     * @param keyed whether messages have one of a thousand ordering keys
     */
    CostRun(String layout, int itemBytes, boolean keyed) {
        store = TestStore.open(layout, meter.client());
        this.itemBytes = itemBytes;
        this.keyed = keyed;
        lease = store.own();
    }

    /** Emits until the backlog is so deep; the cost of a message. */
    Cost fillTo(int backlog) {
        int before = emitted;
        Cost unused = meter.take();
        while (emitted < backlog) {
            int some = Math.min(APPENDED, backlog - emitted);
            OutboxMessage[] messages = new OutboxMessage[some];
            for (int i = 0; i < some; i++) {
                messages[i] = message(keyed ? "key-" + (emitted + i) % 1000 : null);
            }
            store.emit(messages);
            emitted += some;
        }
        return meter.take().per(Math.max(1, emitted - before));
    }

    private OutboxMessage message(@Nullable String key) {
        OutboxMessage empty = TestStore.message(UUID.randomUUID().toString(), key, new byte[0], false);
        RecordItem item = RecordItem.of(empty, "default", store.pk(), 1_000_000, 1L << 41, 1L << 41);
        RecordItem placed = item.with(Keys.SK, Av.s("OUTBOX#" + empty.id() + "#default"));
        RecordItem claimed = placed.with(Map.of(
                RecordItem.TOKEN, Av.s(ClaimWriter.newToken()),
                RecordItem.VERSION, Av.n(100),
                RecordItem.LEASE, Av.n(1L << 41),
                RecordItem.CLAIM_SORT, Av.s("P#" + Keys.ordered(1) + "#" + Keys.ordered(1))));
        return TestStore.message(empty.id(), key, new byte[itemBytes - claimed.size()], false);
    }

    /** Claims and completes some batches; the cost of a message for each of both. */
    List<Cost> drain(int batch, int batches) {
        store.claim(lease, 1); // what an owner does once
        Cost claims = new Cost(0, 0, 0);
        Cost completions = new Cost(0, 0, 0);
        int messages = 0;
        Cost unused = meter.take();
        for (int i = 0; i < batches; i++) {
            List<ClaimedRecord> claimed = store.claim(lease, batch);
            claims = claims.plus(meter.take());
            completions = completions.plus(completed(claimed));
            messages += claimed.size();
        }
        emitted -= messages;
        return List.of(claims.per(Math.max(1, messages)), completions.per(Math.max(1, messages)));
    }

    private Cost completed(List<ClaimedRecord> claimed) {
        if (store.complete(claimed) != claimed.size()) {
            throw new IllegalStateException("Not all were completed");
        }
        return meter.take();
    }

    /** Makes a lane stall: its head fails, and so many wait behind it. */
    void stall(String key, int behind) {
        List<OutboxMessage> lane = new ArrayList<>();
        for (int i = 0; i <= behind; i++) {
            lane.add(message(key));
        }
        store.emit(lane.toArray(OutboxMessage[]::new));
        for (ClaimedRecord head : store.claim(lease, 1)) {
            store.backend().store().settle(List.of(new Settlement.Failed(head, Duration.ofDays(1), new Failure("no"))));
        }
    }

    @Override
    public void close() {
        store.close();
    }
}

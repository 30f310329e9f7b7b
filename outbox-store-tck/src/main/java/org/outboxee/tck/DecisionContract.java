package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;

/** What an operator decides: many replays at once, and records that are discarded before they were delivered. */
public abstract class DecisionContract extends StoreContract {

    private static final RecordFilter DEAD = RecordFilter.of(RecordState.DEAD);

    @Test
    void replayOfManyReplaysEachMatchOnceInPieces() {
        for (int i = 0; i < 7; i++) {
            node.emit(keyless("m" + i), keyed("k" + i, keyIn(2, "x")));
        }
        killAll();
        for (int limit : new int[] {1, 2, 5, 14, 100}) {
            assertThat(dead()).isEqualTo(14);
            assertThat(replayAll(DEAD, limit))
                    .as("pieces of %d", limit)
                    .hasSize(14)
                    .doesNotHaveDuplicates();
            assertThat(node.store().counts()).isEqualTo(new OutboxCounts(14, 0, 0));
            killAll();
        }
    }

    @Test
    void replayOfManyGoesThroughALaneInItsOrder() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            expected.add("a" + i);
            node.emit(keyed("a" + i, A), keyed("b" + i, B));
            if (i % 2 == 0) {
                tick();
            }
        }
        killAll();
        List<String> replayed = replayAll(DEAD.withKey(A), 2);
        assertThat(replayed).containsExactlyElementsOf(expected);
        assertThat(ids(claim(own()))).containsExactlyElementsOf(expected);
    }

    @Test
    void replayOfManyIsOfWhatTheFilterMatches() {
        emitInTurn(
                keyless("m1").name("order.placed"),
                keyed("m2", A).name("order.placed"),
                keyless("m3").name("order.paid"),
                keyless("m4").name("order.placed").bindings("mail"));
        var third = node.store()
                .search(RecordFilter.all().withMessageId("m3"), 1, null)
                .items()
                .get(0);
        killAll();
        node.emit(keyless("pending").name("order.placed"));
        assertThat(replayAll(DEAD.withName("order.placed").withBinding("mail"), 10))
                .containsExactly("m4");
        assertThat(replayAll(DEAD.withMessageId("m3"), 10)).containsExactly("m3");
        assertThat(replayAll(DEAD.withCreatedFrom(third.createdAt()), 10)).isEmpty();
        assertThat(replayAll(RecordFilter.all().withCreatedBefore(third.createdAt()), 10))
                .containsExactlyInAnyOrder("m1", "m2");
        assertThat(dead()).isZero();
    }

    @Test
    void replayOfManyIsOfOneOutbox() {
        Node other = start("other", PARTITIONS);
        other.owns(PARTITION);
        other.emit(keyless("m1"));
        other.claim(other.acquire(PARTITION, "node-1"), 10).forEach(record -> other.settle(dead(record)));
        assertThat(replayAll(DEAD, 10)).isEmpty();
        assertThat(other.store().counts().dead()).isEqualTo(1);
    }

    @Test
    void replayOfManyRefusesAnotherCursor() {
        for (String cursor : List.of("", "x", "' or 1=1", "1-2")) {
            assertThatThrownBy(() -> node.store().replay(DEAD, 10, cursor))
                    .as("cursor '%s'", cursor)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void discardedHeadLetsItsLaneGoOn() {
        emitInTurn(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        PartitionLease lease = own();
        node.settle(failed(node.claim(lease, 1).get(0), HOUR));
        assertThat(claim(lease)).isEmpty();
        assertThat(node.store().discard(recordId("a1"))).isTrue();
        assertThat(ids(claim(lease))).containsExactly("a2", "a3");
        assertThat(node.store().find(recordId("a1"))).isEmpty();
    }

    @Test
    void discardedHeadLetsALongLaneGoOn() {
        int records = 400;
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            node.emit(keyed("a" + i, A));
            expected.add("a" + i);
        }
        PartitionLease lease = own();
        node.settle(failed(node.claim(lease, 1).get(0), HOUR));
        // Claims that find nothing, after which a store may have put the lane aside.
        for (int i = 0; i < 5; i++) {
            assertThat(node.claim(lease, 2)).isEmpty();
        }
        assertThat(node.store().discard(recordId("a0"))).isTrue();
        List<String> delivered = new ArrayList<>();
        for (int i = 0; i < records && delivered.size() < records - 1; i++) {
            List<ClaimedRecord> claimed = node.claim(lease, 50);
            claimed.forEach(record -> delivered.add(record.id().messageId()));
            node.complete(claimed);
        }
        assertThat(delivered).containsExactlyElementsOf(expected.subList(1, records));
    }

    @Test
    void recordInTheMiddleOfALaneCanBeDiscarded() {
        emitInTurn(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        assertThat(node.store().discard(recordId("a2"))).isTrue();
        assertThat(ids(claim(own()))).containsExactly("a1", "a3");
    }

    @Test
    void recordsWithoutAKeyCanBeDiscarded() {
        node.emit(keyless("m1"), keyless("m2").delay(HOUR), keyless("m3"));
        assertThat(node.store().discard(recordId("m1"))).isTrue();
        assertThat(node.store().discard(recordId("m2"))).isTrue();
        assertThat(node.store().discard(recordId("m2"))).isFalse();
        assertThat(previewed()).containsExactly("m3");
    }

    @Test
    void claimedRecordIsNotDiscarded() {
        node.emit(keyed("a1", A), keyless("m1"));
        PartitionLease lease = own();
        List<ClaimedRecord> claimed = claim(lease);
        assertThat(node.store().discard(recordId("a1"))).isFalse();
        assertThat(node.store().discard(recordId("m1"))).isFalse();
        assertThat(node.settle(completed(claimed.get(0)), completed(claimed.get(1)))
                        .applied())
                .isEqualTo(2);
    }

    private List<String> replayAll(RecordFilter filter, int limit) {
        List<String> replayed = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Page<RecordId> page = node.store().replay(filter, limit, cursor);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            page.items().forEach(id -> replayed.add(id.messageId()));
            cursor = page.nextCursor();
        } while (cursor != null && replayed.size() <= 1000);
        return replayed;
    }

    private void killAll() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            PartitionLease lease = node.acquire(partition, "node-1");
            for (List<ClaimedRecord> claimed = claim(lease); !claimed.isEmpty(); claimed = claim(lease)) {
                claimed.forEach(record -> node.settle(dead(record)));
            }
        }
    }
}

package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.jpa.internal.TestStore.message;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Failed;

/** A driver that counts the rows that a statement changed, not those that it found. */
class AffectedRowsTest {

    private static final int DEPTH = 150;

    /** The head becomes the holder of what is parked behind it, again with more, and as the one that is woken. */
    @Test
    void aDeepLaneIsParkedAndWokenAndDeliveredInOrder() {
        TestDatabase database = new TestDatabase(Kind.MARIADB, 5, "&useAffectedRows=true");
        try (TestUnit unit = new TestUnit(Provider.HIBERNATE, database, "shop");
                TestStore store = TestStore.create(unit)) {
            commit(store, 0);
            PartitionLease lease = store.acquire(Partitions.forKey("a", TestStore.PARTITIONS));
            List<ClaimedRecord> head = store.claim(lease, 1);
            assertThat(ids(head)).containsExactly("m0");
            for (int round = 1; round <= 3; round++) {
                assertThat(store.claim(lease, 10)).isEmpty();
                assertThat(parked(database)).isEqualTo(round * DEPTH - 1);
                commit(store, round);
            }
            assertThat(settle(store, new Failed(head.get(0), Duration.ZERO, new Failure("refused"))))
                    .isEqualTo(new SettleResult(1, 0));

            List<String> delivered = new ArrayList<>();
            for (List<ClaimedRecord> batch = store.claim(lease, 40); !batch.isEmpty(); batch = store.claim(lease, 40)) {
                delivered.addAll(ids(batch));
                assertThat(settle(store, batch.stream().map(Completed::new).toArray(Settlement[]::new)))
                        .isEqualTo(new SettleResult(batch.size(), 0));
            }

            assertThat(delivered)
                    .containsExactlyElementsOf(
                            IntStream.range(0, 4 * DEPTH).mapToObj(i -> "m" + i).toList());
        }
    }

    private static void commit(TestStore store, int round) {
        store.commit(IntStream.range(round * DEPTH, (round + 1) * DEPTH)
                .mapToObj(i -> message("m" + i, "a"))
                .toArray(OutboxMessage[]::new));
    }

    private static int parked(TestDatabase database) {
        return Integer.parseInt(database.query("select count(*) from outbox_record where state = 'PARKED'")
                .get(0));
    }

    private static List<String> ids(List<ClaimedRecord> records) {
        return records.stream().map(record -> record.id().messageId()).toList();
    }

    private static SettleResult settle(TestStore store, Settlement... settlements) {
        return store.backend.store().settle(List.of(settlements));
    }
}

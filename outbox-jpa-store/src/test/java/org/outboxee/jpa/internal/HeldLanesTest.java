package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;

/** Settlements in a lane where the tail of a claim holds parked records. */
class HeldLanesTest {

    private TestUnit unit;
    private TestStore store;

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    /** It did not when the head was written first: told that the settlement failed, the relay could not repeat it. */
    @ParameterizedTest
    @EnumSource
    void aLaneIsGivenBackAsAWholeThoughTheAnswerIsLost(Provider provider) {
        unit = new TestUnit(provider, Kind.H2, 5);
        store = TestStore.create(unit, "test");
        store.awaitBackground();
        store.commit(message("m1", "a"), message("m2", "a"), message("m3", "a"));
        PartitionLease lease = store.acquire(Partitions.forKey("a", TestStore.PARTITIONS));
        List<ClaimedRecord> claimed = store.claim(lease, 2);
        unit.database()
                .execute(
                        "update outbox_record set holding = 1 where message_id = 'm2'",
                        "update outbox_record set state = 'PARKED' where message_id = 'm3'");
        Failed failed = new Failed(claimed.get(0), Duration.ZERO, new Failure("refused"));

        store.loseNextAnswer();
        assertThatThrownBy(() -> store.backend.store().settle(List.of(failed)))
                .isInstanceOf(OutboxStoreException.class);
        store.backend.store().settle(List.of(failed));

        assertThat(store.claim(lease, 10))
                .extracting(record -> record.id().messageId())
                .startsWith("m1", "m2");
    }

    /** The settlements of two lanes are refused, those of the third one are not. */
    @ParameterizedTest
    @EnumSource
    void aLaneThatFailsKeepsNoOtherFromBeingSettled(Provider provider) {
        unit = JpaHarness.unit(provider, Kind.H2);
        store = TestStore.open(unit, "test", 1);
        store.commit(message("a1", "a"), message("b1", "b"), message("c1", "c"));
        store.commit(message("a2", "a"), message("b2", "b"), message("c2", "c"));
        PartitionLease lease = store.acquire(0);
        List<ClaimedRecord> heads = store.claim(lease, 3);
        unit.database()
                .execute(
                        "update outbox_record set holding = 1 where state = 'CLAIMED'",
                        "update outbox_record set state = 'PARKED' where state = 'PENDING'",
                        "alter table outbox_record add constraint refused check (ordering_key = 'c' or state <> 'DEAD')");
        List<Dead> dead = heads.stream()
                .map(record -> new Dead(record, 1, new Failure("refused")))
                .toList();

        assertThatThrownBy(() -> store.backend.store().settle(dead))
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageContaining("could not settle 3 deliveries")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .as("the other lane's")
                        .hasOnlyElementsOfType(OutboxStoreException.class)
                        .hasSize(1));

        assertThat(store.claim(lease, 10))
                .extracting(record -> record.id().messageId())
                .containsExactly("c2");
        unit.database().execute("alter table outbox_record drop constraint refused");
        assertThat(store.backend.store().settle(dead)).isEqualTo(new SettleResult(2, 1));
        assertThat(store.claim(lease, 10))
                .extracting(record -> record.id().messageId())
                .containsExactly("a2", "b2");
    }
}

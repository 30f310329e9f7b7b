package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement.Completed;

/** A claim that was committed, and whose caller was told that it failed. */
class UncertainClaimsTest {

    private static final int PARTITION = Partitions.forKey("a", TestStore.PARTITIONS);

    private TestUnit unit;
    private TestStore store;

    private PartitionLease open(Provider provider) {
        unit = new TestUnit(provider, Kind.H2, 5);
        store = TestStore.create(unit);
        store.awaitBackground();
        store.commit(message("m1", "a"), message("m2", "a"));
        return store.acquire(PARTITION);
    }

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    @ParameterizedTest
    @EnumSource
    void aClaimWhoseCommitWasNotAnsweredIsGivenBackByTheNextClaim(Provider provider) {
        PartitionLease lease = open(provider);
        store.loseNextAnswer();
        assertThatThrownBy(() -> store.claim(lease, 10)).isInstanceOf(OutboxStoreException.class);
        assertThat(store.backend.store().counts().claimed()).isEqualTo(2);
        assertThat(store.backend.store().partitionsWithWork(List.of(PARTITION))).containsExactly(PARTITION);

        List<ClaimedRecord> again = store.claim(lease, 10);

        assertThat(again).extracting(record -> record.id().messageId()).containsExactly("m1", "m2");
        assertThat(again).allMatch(record -> record.attempts() == 0 && record.crashes() == 0);
        assertThat(store.backend.store().partitionsWithWork(List.of(PARTITION))).isEmpty();
        assertThat(store.backend
                        .store()
                        .settle(again.stream().map(Completed::new).toList()))
                .isEqualTo(new SettleResult(2, 0));
    }

    @ParameterizedTest
    @EnumSource
    void aClaimThatGivesBackAndIsNotAnsweredEitherIsGivenBackToo(Provider provider) {
        PartitionLease lease = open(provider);
        store.loseNextAnswer();
        assertThatThrownBy(() -> store.claim(lease, 1)).isInstanceOf(OutboxStoreException.class);
        store.loseNextAnswer();
        assertThatThrownBy(() -> store.claim(lease, 1)).isInstanceOf(OutboxStoreException.class);

        assertThat(store.claim(lease, 10))
                .extracting(record -> record.id().messageId())
                .containsExactly("m1", "m2");
    }
}

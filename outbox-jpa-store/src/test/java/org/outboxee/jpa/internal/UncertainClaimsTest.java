package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.jpa.internal.TestStore.message;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxee.jpa.testing.Jta;
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

    @ParameterizedTest
    @EnumSource
    void aClaimThatFailedBeforeItsCommitIsForgotten(Provider provider) {
        PartitionLease lease = open(provider);
        refuseStamps();

        assertThatThrownBy(() -> store.claim(lease, 10)).isInstanceOf(OutboxStoreException.class);

        assertNothingIsUncertain();
    }

    /** The first attempt lost a race at its commit, so that nothing of it is left; the second one failed before. */
    @ParameterizedTest
    @EnumSource
    void onlyTheCommitOfTheLastAttemptCounts(Provider provider) {
        PartitionLease lease = open(provider);
        AtomicInteger attempts = new AtomicInteger();
        store.around(claim -> {
            if (attempts.incrementAndGet() == 1) {
                claim.run();
                throw new IllegalStateException(new SQLException("Deadlock detected", "40001", 40001));
            }
            Jta.commit(this::refuseStamps);
            claim.run();
        });

        assertThatThrownBy(() -> store.claim(lease, 10)).isInstanceOf(OutboxStoreException.class);

        assertThat(attempts).hasValue(2);
        store.around(Runnable::run);
        assertNothingIsUncertain();
    }

    private void refuseStamps() {
        unit.database().execute("alter table outbox_record add constraint unstamped check (claim_token is null)");
    }

    /** With nothing pending, only a token would let the partition have work. */
    private void assertNothingIsUncertain() {
        unit.database().execute("delete from outbox_record");
        assertThat(store.backend.store().partitionsWithWork(List.of(PARTITION))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void manyTokensAreLookedUpInSeveralLists(Provider provider) {
        PartitionLease lease = open(provider);
        Set<String> tokens = new HashSet<>();
        tokens.add(store.claim(lease, 1).get(0).token());
        for (int i = 0; i < 2 * Chunks.SIZE; i++) {
            tokens.add("token" + i);
        }
        int partitionId = Integer.parseInt(unit.database()
                .query("select distinct partition_id from outbox_record")
                .get(0));
        unit.database().dataSource().clear();

        new Work(unit.factory(), Jta::requireNew).inNewTransaction("release claims", entities -> {
            UncertainClaims.release(entities, Database.H2, partitionId, tokens);
            return "done";
        });

        assertThat(unit.database().dataSource().statementsOfThisThread())
                .hasSizeGreaterThanOrEqualTo(3)
                .allMatch(sql -> sql.chars().filter(c -> c == '?').count() < 2 * Chunks.SIZE);
        assertThat(unit.database().query("select distinct state from outbox_record"))
                .containsExactly("PENDING");
    }
}

package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;
import static org.outboxee.tck.TokenContract.withToken;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.ClaimLostException;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;

/** A record completes in its handler's transaction, together with what else is done there, or not at all (G7). */
public abstract class TransactionalCompletionContract extends StoreContract {

    /** More than a claim reads of one lane before it moves blocked records out of its way. */
    private static final int DEEP = 300;

    @BeforeEach
    void assumeThatItIsOffered() {
        assumeTrue(harness.capabilities().transactionalCompletion(), "nothing completes in transactions");
    }

    @Test
    void recordIsGoneWithTheCommit() {
        node.emit(keyless("m1"), keyed("m2", A), keyless("m3"));
        PartitionLease lease = own();
        List<ClaimedRecord> batch = claim(lease);
        node.transact(unit -> {
            unit.emit(keyless("effect"));
            unit.complete(node.store(), batch.get(0));
            unit.complete(node.store(), batch.get(1));
        });
        assertThat(List.of(pending(), claimed(), dead())).containsExactly(1L, 1L, 0L);
        assertThat(ids(claim(lease))).containsExactly("effect");
        assertThat(node.settle(completed(batch.get(0)), completed(batch.get(1)), completed(batch.get(2))))
                .isEqualTo(new SettleResult(1, 2));
    }

    @Test
    void messageIdCanBeUsedAgainAfterTheCommit() {
        node.emit(keyless("m1"));
        PartitionLease lease = own();
        ClaimedRecord record = claim(lease).get(0);
        node.transact(unit -> unit.complete(node.store(), record));
        node.emit(keyless("m1"));
        assertThat(ids(claim(lease))).containsExactly("m1");
    }

    @Test
    void rollbackLeavesTheRecordClaimedUnderTheSameToken() {
        node.emit(keyed("m1", A), keyed("m2", A));
        PartitionLease lease = own();
        List<ClaimedRecord> lane = claim(lease);
        node.rollback(unit -> unit.complete(node.store(), lane.get(0)));
        assertThatThrownBy(() -> node.transact(unit -> {
                    unit.complete(node.store(), lane.get(0));
                    unit.setRollbackOnly();
                }))
                .isInstanceOf(Transactions.CommitFailedException.class);
        assertThat(claimed()).isEqualTo(2);
        assertThat(claim(lease)).isEmpty();
        assertThat(node.settle(failed(lane.get(0), Duration.ZERO))).isEqualTo(new SettleResult(1, 0));
        List<ClaimedRecord> again = claim(lease);
        assertThat(ids(again)).containsExactly("m1", "m2");
        assertThat(again).extracting(ClaimedRecord::attempts).containsExactly(1, 0);
    }

    @Test
    void completionCanBeTriedAgainAfterARollback() {
        node.emit(keyless("m1"));
        ClaimedRecord record = claim(own()).get(0);
        node.rollback(unit -> unit.complete(node.store(), record));
        node.transact(unit -> unit.complete(node.store(), record));
        assertThat(pending() + claimed()).isZero();
    }

    @Test
    void wrongOrOldTokenIsRefused() {
        node.emit(keyed("m1", A));
        PartitionLease lease = own();
        ClaimedRecord old = claim(lease).get(0);
        node.settle(released(old, Duration.ZERO));
        assertRefused(old);
        ClaimedRecord record = claim(lease).get(0);
        assertRefused(old);
        assertRefused(withToken(record, "wrong"));
        assertRefused(withToken(record, ""));
        assertThat(List.of(pending(), claimed())).containsExactly(0L, 1L);
        node.transact(unit -> unit.complete(node.store(), record));
        assertRefused(record);
    }

    @Test
    void claimThatHasExpiredAndWasTakenBackIsRefused() {
        node.emit(keyless("m1"), keyed("m2", A));
        List<ClaimedRecord> late = claim(own());
        PartitionLease lease = own();
        expireClaims();
        assertThat(claim(lease)).isNotEmpty();
        late.forEach(this::assertRefused);
    }

    @Test
    void expiredClaimThatNobodyHasTakenBackCompletes() {
        node.emit(keyless("m1"));
        ClaimedRecord late = claim(own()).get(0);
        PartitionLease lease = own();
        expireClaims();
        node.transact(unit -> unit.complete(node.store(), late));
        assertThat(claim(lease)).isEmpty();
        assertThat(pending() + claimed()).isZero();
    }

    @Test
    void claimOfAFormerOwnerCompletesAndTheNewOwnersDoesNotGetIt() {
        node.emit(keyed("m1", A), keyed("m2", A));
        ClaimedRecord first = node.claim(own(), 1).get(0);
        PartitionLease second = node.acquire(PARTITION, "node-2");
        assertThat(claim(second)).isEmpty();
        node.transact(unit -> unit.complete(node.store(), first));
        assertThat(ids(claim(second))).containsExactly("m2");
    }

    @Test
    void secondCompletionInTheSameTransactionIsRefused() {
        node.emit(keyless("m1"));
        ClaimedRecord record = claim(own()).get(0);
        assertThatThrownBy(() -> node.transact(unit -> {
                    unit.complete(node.store(), record);
                    unit.complete(node.store(), record);
                }))
                .isInstanceOf(ClaimLostException.class);
        assertThat(node.settle(completed(record))).isEqualTo(new SettleResult(1, 0));
    }

    @Test
    void laneStaysBlockedUntilTheCommitAndIsFreeAfterIt() {
        assumeOthersCanWorkMeanwhile();
        node.emit(keyed("m1", A), keyed("m2", A), keyed("other", B));
        PartitionLease lease = own();
        ClaimedRecord head = node.claim(lease, 1).get(0);
        List<String> meanwhile = new ArrayList<>();
        node.transact(unit -> {
            unit.complete(node.store(), head);
            meanwhile.addAll(ids(claim(lease)));
        });
        assertThat(meanwhile).containsExactly("other");
        assertThat(ids(claim(lease))).containsExactly("m2");
    }

    @Test
    void laneStaysBlockedAfterARollback() {
        node.emit(keyed("m1", A), keyed("m2", A));
        PartitionLease lease = own();
        ClaimedRecord head = node.claim(lease, 1).get(0);
        node.rollback(unit -> unit.complete(node.store(), head));
        assertThat(claim(lease)).isEmpty();
        node.settle(completed(head));
        assertThat(ids(claim(lease))).containsExactly("m2");
    }

    @Test
    void settlementAtTheSameTimeIsIgnoredAfterTheCommit() {
        settleAtTheSameTime(true);
    }

    @Test
    void settlementAtTheSameTimeTakesEffectAfterARollback() {
        settleAtTheSameTime(false);
    }

    private void settleAtTheSameTime(boolean commit) {
        node.emit(keyless("completed"), keyless("failed"), keyless("released"), keyless("dead"));
        List<ClaimedRecord> batch = claim(own());
        List<Function<ClaimedRecord, Settlement>> kinds = List.of(
                StoreContract::completed,
                record -> failed(record, HOUR),
                record -> released(record, HOUR),
                StoreContract::dead);
        for (int i = 0; i < kinds.size(); i++) {
            ClaimedRecord record = batch.get(i);
            Settlement settlement = kinds.get(i).apply(record);
            List<Future<SettleResult>> settling = new ArrayList<>();
            CountDownLatch settled = new CountDownLatch(1);
            within(commit, unit -> {
                unit.complete(node.store(), record);
                settling.add(threads.start(() -> {
                    SettleResult result = node.settle(settlement);
                    settled.countDown();
                    return result;
                }));
                Threads.giveChance(settled);
                assertThat(settled.getCount()).as("is settled").isEqualTo(1);
            });
            assertThat(Threads.result(settling.get(0)))
                    .isEqualTo(commit ? new SettleResult(0, 1) : new SettleResult(1, 0));
        }
        assertThat(claimed()).isZero();
        assertThat(List.of(pending(), dead())).isEqualTo(commit ? List.of(0L, 0L) : List.of(2L, 1L));
    }

    @Test
    void headOfADeepLaneLetsTheOthersGoWithTheCommit() {
        completeAheadOfADeepLane(true);
    }

    @Test
    void headOfADeepLaneCanBeSettledAfterARollback() {
        completeAheadOfADeepLane(false);
    }

    private void completeAheadOfADeepLane(boolean commit) {
        PartitionLease lease = own();
        ClaimedRecord head = headOfADeepLane(lease);
        assertThat(node.claim(lease, 10)).isEmpty();
        within(commit, unit -> unit.complete(node.store(), head));
        if (!commit) {
            assertThat(node.settle(completed(head))).isEqualTo(new SettleResult(1, 0));
        }
        assertThat(drained(lease)).isEqualTo(followers());
    }

    @Test
    void headOfADeepLaneLetsTheOthersGoThoughAClaimLooksAtThemMeanwhile() {
        assumeOthersCanWorkMeanwhile();
        PartitionLease lease = own();
        ClaimedRecord head = headOfADeepLane(lease);
        List<Future<List<ClaimedRecord>>> claims = new ArrayList<>();
        node.transact(unit -> {
            unit.complete(node.store(), head);
            CountDownLatch claimed = new CountDownLatch(1);
            claims.add(threads.start(() -> {
                List<ClaimedRecord> records = node.claim(lease, 10);
                claimed.countDown();
                return records;
            }));
            Threads.giveChance(claimed);
        });
        List<ClaimedRecord> meanwhile = Threads.result(claims.get(0));
        node.complete(meanwhile);
        List<String> all = new ArrayList<>(ids(meanwhile));
        all.addAll(drained(lease));
        assertThat(all).isEqualTo(followers());
    }

    private ClaimedRecord headOfADeepLane(PartitionLease lease) {
        node.emit(keyed("head", A));
        ClaimedRecord head = claim(lease).get(0);
        node.emit(followers().stream().map(id -> keyed(id, A)).toArray(TestMessage[]::new));
        return head;
    }

    private static List<String> followers() {
        return IntStream.range(0, DEEP).mapToObj(i -> "m" + i).toList();
    }

    private List<String> drained(PartitionLease lease) {
        List<String> drained = new ArrayList<>();
        for (List<ClaimedRecord> batch = claim(lease); !batch.isEmpty(); batch = claim(lease)) {
            drained.addAll(ids(batch));
            node.complete(batch);
        }
        return drained;
    }

    private void within(boolean commit, Consumer<UnitOfWork> work) {
        if (commit) {
            node.transact(work);
        } else {
            node.rollback(work);
        }
    }

    /** Nothing of a transaction that completes such a record is kept. */
    private void assertRefused(ClaimedRecord record) {
        List<Long> before = List.of(pending(), claimed(), dead());
        assertThatThrownBy(() -> node.transact(unit -> {
                    unit.emit(keyless("effect"));
                    unit.complete(node.store(), record);
                }))
                .isInstanceOf(ClaimLostException.class)
                .hasMessageStartingWith("OUTBOX-02009: ")
                .hasMessageContaining(record.id().messageId());
        assertThat(List.of(pending(), claimed(), dead())).isEqualTo(before);
    }

    private void assumeOthersCanWorkMeanwhile() {
        assumeTrue(harness.capabilities().overlappingAppends(), "one transaction at a time writes");
    }
}

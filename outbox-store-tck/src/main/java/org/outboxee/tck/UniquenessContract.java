package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.outboxee.DuplicateMessageException;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;

/** An id that its caller chose is unique by binding, whatever its message's key, name and partition. */
public abstract class UniquenessContract extends StoreContract {

    @Test
    void idTwiceInOneTransactionFailsItsCommit() {
        assertDuplicate(() -> node.emit(keyless("m1"), keyless("other"), keyless("m1")));
        assertThat(pending()).isZero();
    }

    @Test
    void idOfAnEarlierTransactionFailsTheCommitAndNothingOfTheTransactionIsStored() {
        node.emit(keyed("m1", A));
        assertDuplicate(() ->
                node.emit(keyless("before"), keyed("m1", keyIn(2, "x")).name("other"), keyed("after", B)));
        assertThat(previewed()).containsExactly("m1");
        assertThat(pending()).isEqualTo(1);
        node.emit(keyless("before"), keyed("after", B));
        assertThat(pending()).isEqualTo(3);
    }

    @Test
    void idInALaterRoundOfTheSameTransactionFailsItsCommit() {
        assertDuplicate(() -> node.transact(unit -> {
            unit.emit(keyed("m1", A));
            unit.afterAppend(() -> unit.emit(keyed("m1", A)));
        }));
        assertThat(pending()).isZero();
    }

    @Test
    void idIsTakenWhileItsRecordIsClaimedWaitsForARetryOrIsDead() {
        emitInTurn(keyless("claimed"), keyless("waiting"), keyless("dead"));
        PartitionLease lease = own();
        List<ClaimedRecord> batch = claim(lease);
        node.settle(failed(batch.get(1), HOUR), dead(batch.get(2)));
        for (String id : List.of("claimed", "waiting", "dead")) {
            assertDuplicate(() -> node.emit(keyless(id)));
        }
    }

    @Test
    void sameIdForAnotherBindingIsAnotherRecord() {
        node.emit(keyless("m1").bindings("mail"), keyless("m1").bindings("audit"));
        node.emit(keyless("m1").bindings("push"), keyless("m1").bindings(Bindings.UNBOUND));
        assertThat(pending()).isEqualTo(4);
        assertDuplicate(() -> node.emit(keyless("m1").bindings("sms", "audit")));
        assertThat(pending()).isEqualTo(4);
    }

    @Test
    void transactionsAfterADuplicateWorkAsBefore() {
        node.emit(keyed("m1", A));
        assertDuplicate(() -> node.emit(keyed("m1", A)));
        PartitionLease lease = own();
        node.settle(released(claim(lease).get(0), Duration.ZERO));
        threads.call(() -> {
            node.emit(keyed("m2", A));
            return null;
        });
        assertThat(ids(claim(lease))).containsExactly("m1", "m2");
    }

    @Test
    void ofConcurrentTransactionsWithOneIdExactlyOneCommits() {
        for (int round = 0; round < 10; round++) {
            String id = "m" + round;
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Boolean>> attempts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                TestMessage message = i % 2 == 0 ? keyed(id, A) : keyless(id);
                attempts.add(threads.start(() -> {
                    Threads.await(start);
                    return commits(message);
                }));
            }
            start.countDown();
            assertThat(attempts.stream().map(Threads::result).filter(committed -> committed))
                    .as("commits of %s", id)
                    .hasSize(1);
        }
        assertThat(pending()).isEqualTo(10);
    }

    private static TestMessage keyed(String id, String key) {
        return TestMessage.keyed(id, key).idRemembered();
    }

    private static TestMessage keyless(String id) {
        return TestMessage.keyless(id).idRemembered();
    }

    private boolean commits(TestMessage message) {
        try {
            node.emit(message);
            return true;
        } catch (Transactions.CommitFailedException e) {
            assertThat(e).satisfies(UniquenessContract::hasDuplicateAsCause);
            return false;
        }
    }

    private static void assertDuplicate(ThrowingCallable emit) {
        assertThatThrownBy(emit)
                .isInstanceOf(Transactions.CommitFailedException.class)
                .satisfies(UniquenessContract::hasDuplicateAsCause);
    }

    private static void hasDuplicateAsCause(Throwable thrown) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            causes.add(cause);
        }
        assertThat(causes).hasAtLeastOneElementOfType(DuplicateMessageException.class);
    }
}

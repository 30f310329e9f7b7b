package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.outboxee.jpa.internal.TestStore.message;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxee.jpa.internal.Lanes.Member;
import org.outboxee.jpa.internal.Lanes.State;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.spi.Bindings;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.OutboxMessage;
import org.outboxee.spi.OutboxStoreException;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/** What waking does to a lane, and who wakes it. */
class LanesTest extends LaneFixture {

    @ParameterizedTest
    @ValueSource(strings = {"CLAIMED", "WAITING", "PENDING"})
    void whatIsOlderThanTheParkedRecordsHoldsThemFromNowOn(String state) {
        lane(state, "PARKED", "PARKED");
        wake(true);
        assertThat(lane()).containsExactly(state + "*", "PARKED", "PARKED");
    }

    @Test
    void ofSeveralOlderRecordsTheOldestOneHolds() {
        lane("PENDING", "WAITING", "CLAIMED", "PARKED");
        wake(false);
        assertThat(lane()).containsExactly("PENDING*", "WAITING", "CLAIMED", "PARKED");
    }

    @Test
    void whereNothingIsOlderTheOldestParkedRecordComesBackAndHolds() {
        lane("PARKED", "CLAIMED", "PARKED", "WAITING", "PENDING");
        wake(false);
        assertThat(lane()).containsExactly("PENDING*", "CLAIMED", "PARKED", "WAITING", "PENDING");
    }

    @Test
    void aLaneThatMovesOnGetsBackSoManyAtOnce() {
        lane(parked(Lanes.WINDOW + 2));
        wake(true);
        List<String> lane = lane();
        assertThat(lane.get(0)).isEqualTo("PENDING*");
        assertThat(lane.subList(1, Lanes.WINDOW)).containsOnly("PENDING");
        assertThat(lane.subList(Lanes.WINDOW, lane.size())).containsExactly("PARKED", "PARKED");
    }

    @Test
    void aRecordThatHasChangedDoesNotHold() {
        lane("WAITING", "PENDING");
        inTransaction(entities -> assertThat(Lanes.hold(entities, new Member(id(1), 1, State.CLAIMED)))
                .isFalse());
        assertThat(lane()).containsExactly("WAITING", "PENDING");
    }

    /** The oldest record is delivered by another transaction, which is not committed when this one reads. */
    @Test
    void aLaneThatChangesMeanwhileIsReadAgain() throws Exception {
        lane("CLAIMED", "PARKED", "PARKED");
        CountDownLatch deleted = new CountDownLatch(1);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> Jta.commit(() -> {
            unit.database().execute("delete from outbox_record where id = " + id(1));
            deleted.countDown();
            awaitBlocked();
        }));
        assertThat(deleted.await(60, TimeUnit.SECONDS)).isTrue();
        AtomicInteger attempts = new AtomicInteger();

        inTransaction(entities -> {
            attempts.incrementAndGet();
            Lanes.wake(entities, Database.H2, key(), false);
        });

        other.get(60, TimeUnit.SECONDS);
        assertThat(attempts).hasValue(2);
        assertThat(lane()).containsExactly("PENDING*", "PARKED");
    }

    @Test
    void aDeliveredHolderLetsTheLaneMoveOn() {
        lane(parked(Lanes.WINDOW + 2));
        settle(new Completed(claimFirst()));
        assertThat(lane()).startsWith("PENDING*").filteredOn("PARKED"::equals).hasSize(1);
    }

    @Test
    void aHolderThatIsTriedAgainKeepsTheLaneParked() {
        lane(parked(3));
        settle(new Failed(claimFirst(), Duration.ofMinutes(1), new Failure("refused")));
        assertThat(lane()).containsExactly("WAITING*", "PARKED", "PARKED");
    }

    /** A replayed record is older than the one that was in flight, behind which it was parked. */
    @Test
    void aHolderThatIsRecoveredWakesWhatIsOlder() {
        lane("DEAD", "PENDING", "PENDING");
        assertThat(store.claim(lease, 1)).hasSize(1);
        parkAroundTheSecond();
        PartitionLease next = store.acquire(0);
        store.backend.clock().shift(Duration.ofHours(1));

        assertThat(claimed(next)).as("the crashed one goes alone").containsExactly("m1");
        assertThat(lane()).containsExactly("CLAIMED*", "PENDING*", "PARKED");
    }

    @Test
    void aHolderWhoseClaimIsUncertainWakesWhatIsOlder() {
        lane("DEAD", "PENDING", "PENDING");
        store.loseNextAnswer();
        assertThatThrownBy(() -> store.claim(lease, 1)).isInstanceOf(OutboxStoreException.class);
        parkAroundTheSecond();

        assertThat(claimed(lease)).containsExactly("m1", "m2");
        assertThat(lane()).containsExactly("CLAIMED*", "CLAIMED*", "PARKED");
    }

    private void parkAroundTheSecond() {
        unit.database()
                .execute(
                        "update outbox_record set state = 'PARKED' where state <> 'CLAIMED'",
                        "update outbox_record set holding = 2 where state = 'CLAIMED'");
        assertThat(lane()).containsExactly("PARKED", "CLAIMED*", "PARKED");
    }

    @Test
    void whatAClaimHasBetweenTwoThatAreGivenBackIsGivenBackToo() {
        lane("PENDING", "PENDING", "PENDING");
        List<ClaimedRecord> claimed = store.claim(lease, 10);
        settle(
                new Failed(claimed.get(0), Duration.ofMinutes(1), new Failure("refused")),
                new Released(claimed.get(2), Duration.ZERO));
        assertThat(lane()).containsExactly("WAITING", "PENDING", "PENDING");
    }

    @Test
    void aHolderThatIsExpandedLetsItsLaneMoveOn() {
        store.commit(unbound("m1"), unbound("m2"));
        ClaimedRecord unbound = store.claim(lease, 1).get(0);
        unit.database()
                .execute(
                        "update outbox_record set holding = 1 where state = 'CLAIMED'",
                        "update outbox_record set state = 'PARKED' where state = 'PENDING'");
        assertThat(store.backend.store().expand(unbound, Set.of("default"))).isTrue();
        assertThat(lane()).containsExactly("PENDING", "PENDING*");
    }

    private static OutboxMessage unbound(String id) {
        OutboxMessage bound = message(id, "a");
        return new OutboxMessage(
                id,
                bound.name(),
                bound.key(),
                bound.payload(),
                bound.headers(),
                bound.availability(),
                Set.of(Bindings.UNBOUND));
    }

    private static String[] parked(int count) {
        return Collections.nCopies(count, "PARKED").toArray(String[]::new);
    }

    /** Claims the oldest record of a parked lane, which then holds the others. */
    private ClaimedRecord claimFirst() {
        unit.database().execute("update outbox_record set state = 'PENDING', holding = 1 where id = " + id(1));
        List<ClaimedRecord> claimed = store.claim(lease, 10);
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    private void settle(Settlement... settlements) {
        store.backend.store().settle(List.of(settlements));
    }

    private void wake(boolean movesOn) {
        inTransaction(entities -> Lanes.wake(entities, Database.H2, key(), movesOn));
    }

    private void awaitBlocked() {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> !Jta.requireNew(
                                () -> unit.database()
                                        .query(
                                                "select session_id from information_schema.sessions where blocker_id is not null"))
                        .isEmpty());
    }
}

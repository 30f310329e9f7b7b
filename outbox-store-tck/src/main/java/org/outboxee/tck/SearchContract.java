package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.outboxee.admin.FailedAttempt;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordDetails;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.admin.RecordSummary;
import org.outboxee.admin.StalledLane;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Failure;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;

/** What an operator finds: records by condition, their failures, and the lanes that are held up. */
public abstract class SearchContract extends StoreContract {

    @Test
    void searchShowsEveryPartOfARecord() {
        node.emit(keyed("m1", A).name("order.placed").bindings("mail"));
        PartitionLease lease = own();
        ClaimedRecord record = claim(lease).get(0);
        node.settle(new Failed(record, HOUR, new Failure("java.io.IOException: no")));
        RecordSummary found = search(RecordFilter.all()).get(0);
        assertThat(found.id()).isEqualTo(new RecordId("m1", "mail"));
        assertThat(found.name()).isEqualTo("order.placed");
        assertThat(found.key()).contains(A);
        assertThat(found.state()).isEqualTo(RecordState.PENDING);
        assertThat(found.partition()).isEqualTo(PARTITION);
        assertThat(found.seq()).isEqualTo(record.seq());
        assertThat(found.createdAt()).isEqualTo(record.createdAt());
        assertThat(found.availableAt()).isAfter(record.createdAt().plus(HOUR).minusMillis(1));
        assertThat(found.attempts()).isEqualTo(1);
        assertThat(found.crashes()).isZero();
        assertThat(found.error()).isEqualTo("java.io.IOException: no");
    }

    @Test
    void statesAreToldApart() {
        node.emit(keyless("claimed"), keyless("dead"));
        PartitionLease lease = own();
        List<ClaimedRecord> records = claim(lease);
        node.settle(dead(records.stream()
                .filter(record -> record.id().messageId().equals("dead"))
                .findFirst()
                .orElseThrow()));
        node.emit(keyless("pending"), keyless("delayed").delay(HOUR));
        assertThat(found(RecordFilter.of(RecordState.CLAIMED))).containsExactly("claimed");
        assertThat(found(RecordFilter.of(RecordState.DEAD))).containsExactly("dead");
        assertThat(found(RecordFilter.of(RecordState.DELIVERED))).isEmpty();
        assertThat(found(RecordFilter.of(RecordState.PENDING))).containsExactlyInAnyOrder("pending", "delayed");
        assertThat(found(RecordFilter.of(RecordState.PENDING, RecordState.DEAD)))
                .containsExactlyInAnyOrder("pending", "delayed", "dead");
        assertThat(found(RecordFilter.all())).hasSize(4);
    }

    @Test
    void conditionsAreExactAndAllHold() {
        node.emit(
                keyed("m1", A).name("order.placed").bindings("mail", "audit"),
                keyed("m2", A).name("order.paid"),
                keyed("m3", B).name("order.placed"),
                keyless("m4").name("Order.Placed"));
        assertThat(found(RecordFilter.all().withMessageId("m1"))).containsExactly("m1", "m1");
        assertThat(found(RecordFilter.all().withMessageId("M1"))).isEmpty();
        assertThat(found(RecordFilter.all().withName("order.placed"))).containsExactlyInAnyOrder("m1", "m1", "m3");
        assertThat(found(RecordFilter.all().withKey(A))).containsExactlyInAnyOrder("m1", "m1", "m2");
        assertThat(found(RecordFilter.all().withBinding("audit"))).containsExactly("m1");
        assertThat(found(RecordFilter.all().withKey(A).withName("order.paid"))).containsExactly("m2");
        assertThat(found(RecordFilter.all().withKey(B).withName("order.paid"))).isEmpty();
        assertThat(found(RecordFilter.all().withName("' or 1=1"))).isEmpty();
    }

    @Test
    void timesBoundTheSearch() {
        emitInTurn(keyless("m1"), keyless("m2"), keyless("m3"));
        List<Instant> times = search(RecordFilter.all()).stream()
                .map(RecordSummary::createdAt)
                .toList();
        assertThat(found(RecordFilter.all().withCreatedFrom(times.get(1)))).containsExactly("m2", "m3");
        assertThat(found(RecordFilter.all().withCreatedBefore(times.get(1)))).containsExactly("m1");
        assertThat(found(RecordFilter.all().withCreatedFrom(times.get(1)).withCreatedBefore(times.get(2))))
                .containsExactly("m2");
    }

    @Test
    void pagesShowEveryRecordOnceOldestFirst() {
        emitInTurn(keyless("m1"), keyed("m2", keyIn(2, "x")), keyless("m3"), keyed("m4", keyIn(0, "x")), keyless("m5"));
        for (int limit : new int[] {1, 2, 4, 5, 100}) {
            List<String> seen = new ArrayList<>();
            String cursor = null;
            do {
                Page<RecordSummary> page = node.store().search(RecordFilter.all(), limit, cursor);
                assertThat(page.items()).isNotEmpty().hasSizeLessThanOrEqualTo(limit);
                page.items().forEach(record -> seen.add(record.id().messageId()));
                cursor = page.nextCursor();
            } while (cursor != null && seen.size() <= 5);
            assertThat(seen).as("pages of %d", limit).containsExactly("m1", "m2", "m3", "m4", "m5");
        }
    }

    @Test
    void searchIsOfOneOutbox() {
        start("other", PARTITIONS).emit(keyless("m1"));
        assertThat(found(RecordFilter.all())).isEmpty();
        assertThat(node.store().find(recordId("m1"))).isEmpty();
    }

    @Test
    void cursorOfAnotherListIsRefused() {
        for (String cursor : List.of("", "x", "' or 1=1", "\uD83D\uDE00")) {
            assertThatThrownBy(() -> node.store().search(RecordFilter.all(), 10, cursor))
                    .as("cursor '%s'", cursor)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void historyHasEveryFailedAttempt() {
        node.emit(keyless("m1").header("tenant", "t1"));
        PartitionLease lease = own();
        Instant before = node.store().now();
        node.settle(new Failed(claim(lease).get(0), Duration.ZERO, new Failure("first \uD83D\uDE00 \"'\n", "at a.B")));
        tick();
        node.settle(new Dead(claim(lease).get(0), 2, new Failure("second", "at c.D\n\tat e.F")));
        RecordDetails details = node.store().find(recordId("m1")).orElseThrow();
        assertThat(details.headers()).containsExactly(Map.entry("tenant", "t1"));
        assertThat(details.summary().state()).isEqualTo(RecordState.DEAD);
        assertThat(details.summary().error()).isEqualTo("second");
        assertThat(details.stack()).isEqualTo("at c.D\n\tat e.F");
        assertThat(details.history()).extracting(FailedAttempt::number).containsExactly(1, 2);
        assertThat(details.history())
                .extracting(FailedAttempt::error)
                .containsExactly("first \uD83D\uDE00 \"'\n", "second");
        assertThat(details.history().get(0).at())
                .isBetween(before.minusMillis(1), node.store().now());
        assertThat(details.history().get(1).at())
                .isAfter(details.history().get(0).at());
    }

    @Test
    void historyForgetsTheOldestAttempts() {
        node.emit(keyless("m1"));
        PartitionLease lease = own();
        int attempts = RecordDetails.MAX_HISTORY + 3;
        for (int i = 1; i <= attempts; i++) {
            tick();
            node.settle(new Failed(claim(lease).get(0), Duration.ZERO, new Failure("attempt " + i)));
        }
        List<FailedAttempt> history =
                node.store().find(recordId("m1")).orElseThrow().history();
        assertThat(history).hasSize(RecordDetails.MAX_HISTORY);
        assertThat(history.get(0).number()).isEqualTo(4);
        assertThat(history.get(history.size() - 1).error()).isEqualTo("attempt " + attempts);
    }

    @Test
    void historySurvivesAReplay() {
        node.emit(keyless("m1"));
        PartitionLease lease = own();
        node.settle(dead(claim(lease).get(0)));
        node.store().replay(recordId("m1"));
        node.settle(new Failed(claim(lease).get(0), Duration.ZERO, new Failure("again")));
        assertThat(node.store().find(recordId("m1")).orElseThrow().history())
                .extracting(FailedAttempt::error)
                .containsExactly(FAILURE.error(), "again");
    }

    @Test
    void recordWithoutAFailureHasNoHistory() {
        node.emit(keyless("m1"));
        RecordDetails details = node.store().find(recordId("m1")).orElseThrow();
        assertThat(details.history()).isEmpty();
        assertThat(details.stack()).isEmpty();
        assertThat(details.summary().error()).isEmpty();
        assertThat(node.store().find(recordId("m2"))).isEmpty();
    }

    @Test
    void longestFailureIsKept() {
        node.emit(keyless("m1"));
        Failure longest =
                new Failure("\uD83D\uDE00".repeat(Failure.MAX_LENGTH), "\u00fc".repeat(Failure.MAX_STACK + 1));
        PartitionLease lease = own();
        for (int i = 0; i < RecordDetails.MAX_HISTORY; i++) {
            tick();
            node.settle(new Failed(claim(lease).get(0), Duration.ZERO, longest));
        }
        RecordDetails details = node.store().find(recordId("m1")).orElseThrow();
        assertThat(details.history())
                .hasSize(RecordDetails.MAX_HISTORY)
                .allSatisfy(attempt -> assertThat(attempt.error()).isEqualTo(longest.error()));
        assertThat(details.stack()).hasSize(Failure.MAX_STACK).isEqualTo(longest.stack());
    }

    @Test
    void oldestPendingIsTheOldestOfThoseThatWait() {
        assertThat(node.store().oldestPending()).isEmpty();
        emitInTurn(keyless("dead"), keyed("m1", A), keyless("m2").delay(HOUR));
        PartitionLease lease = own();
        node.settle(dead(node.claim(lease, 1).get(0)));
        assertThat(node.store().oldestPending())
                .contains(search(RecordFilter.all().withMessageId("m1")).get(0).createdAt());
        node.complete(claim(lease));
        assertThat(node.store().oldestPending())
                .contains(search(RecordFilter.all().withMessageId("m2")).get(0).createdAt());
    }

    @Test
    void laneWhoseHeadWaitsForItsRetryIsStalled() {
        emitInTurn(keyed("a1", A), keyed("a2", A), keyed("b1", B), keyed("a3", A), keyless("m1"));
        PartitionLease lease = own();
        ClaimedRecord head = node.claim(lease, 1).get(0);
        node.settle(new Failed(head, HOUR, new Failure("no")));
        List<StalledLane> stalled = node.store().stalledLanes(10);
        assertThat(stalled).hasSize(1);
        assertThat(stalled.get(0).head().id()).isEqualTo(recordId("a1"));
        assertThat(stalled.get(0).head().error()).isEqualTo("no");
        assertThat(stalled.get(0).behind()).isEqualTo(2);
    }

    @Test
    void laneWhoseHeadIsStrandedIsStalled() {
        emitInTurn(keyed("a1", A), keyed("a2", A));
        node.claim(own(), 1);
        assertThat(node.store().stalledLanes(10)).isEmpty();
        expireClaims();
        assertThat(node.store().stalledLanes(10))
                .extracting(lane -> lane.head().id().messageId())
                .containsExactly("a1");
    }

    @Test
    void laneIsShownOnceHoweverManyOfItAreStranded() {
        emitInTurn(keyed("a1", A), keyed("a2", A), keyed("b1", B), keyed("a3", A), keyed("a4", A));
        node.claim(own(), 4);
        expireClaims();
        List<StalledLane> stalled = node.store().stalledLanes(2);
        assertThat(stalled).extracting(lane -> lane.head().id().messageId()).containsExactly("a1", "b1");
        assertThat(stalled).extracting(StalledLane::behind).containsExactly(3, 0);
    }

    @Test
    void timesBeyondEveryClockAreBoundsAsWell() {
        node.emit(keyless("m1"));
        assertThat(found(RecordFilter.all().withCreatedFrom(Instant.MIN).withCreatedBefore(Instant.MAX)))
                .containsExactly("m1");
        assertThat(found(RecordFilter.all().withCreatedFrom(Instant.MAX))).isEmpty();
    }

    @Test
    void whatOnlyWaitsForItsTimeIsNotStalled() {
        node.emit(keyed("a1", A).delay(HOUR), keyed("a2", A), keyless("m1"));
        PartitionLease lease = own();
        node.settle(failed(claim(lease).get(0), HOUR));
        assertThat(node.store().stalledLanes(10)).isEmpty();
    }

    @Test
    void oldestStalledLanesComeFirst() {
        emitInTurn(keyed("b1", B), keyed("a1", A), keyed("c1", C));
        PartitionLease lease = own();
        claim(lease).forEach(record -> node.settle(failed(record, HOUR)));
        assertThat(node.store().stalledLanes(2))
                .extracting(lane -> lane.head().id().messageId())
                .containsExactly("b1", "a1");
    }

    private List<RecordSummary> search(RecordFilter filter) {
        return node.store().search(filter, 100, null).items();
    }

    private List<String> found(RecordFilter filter) {
        return search(filter).stream().map(record -> record.id().messageId()).toList();
    }
}

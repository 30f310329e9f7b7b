package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.SettleResult;

/** What each settlement does to its record and to its lane. */
public abstract class SettleContract extends StoreContract {

    @Test
    void completedRecordIsGone() {
        node.emit(keyless("m1"), keyed("m2", A));
        PartitionLease lease = own();
        node.complete(claim(lease));
        assertThat(pending() + claimed() + dead()).isZero();
        assertThat(claim(lease)).isEmpty();
    }

    @Test
    void failedRecordIsPendingWithOneMoreAttemptAndDueLater() {
        node.emit(keyless("m1"));
        PartitionLease lease = own();
        assertThat(node.settle(failed(claim(lease).get(0), HOUR))).isEqualTo(new SettleResult(1, 0));
        assertThat(pending()).isEqualTo(1);
        harness.advance(HOUR.minusMinutes(5));
        assertThat(claim(lease)).isEmpty();
        harness.advance(Duration.ofMinutes(6));
        ClaimedRecord record = claim(lease).get(0);
        assertThat(record.attempts()).isEqualTo(1);
        assertThat(record.crashes()).isZero();
    }

    @Test
    void failedHeadReleasesItsClaimedLaneTail() {
        node.emit(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        PartitionLease lease = own();
        List<ClaimedRecord> lane = claim(lease);
        assertThat(node.settle(failed(lane.get(0), HOUR))).isEqualTo(new SettleResult(1, 0));
        assertThat(claimed()).isZero();
        assertThat(claim(lease)).isEmpty();
        assertThat(node.settle(completed(lane.get(1)), completed(lane.get(2)))).isEqualTo(new SettleResult(0, 2));
        harness.advance(HOUR.plusMinutes(1));
        List<ClaimedRecord> again = claim(lease);
        assertThat(ids(again)).containsExactly("a1", "a2", "a3");
        assertThat(again).extracting(ClaimedRecord::attempts).containsExactly(1, 0, 0);
        assertThat(again).extracting(ClaimedRecord::crashes).containsOnly(0);
    }

    @Test
    void releasedHeadReleasesItsClaimedLaneTail() {
        node.emit(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        PartitionLease lease = own();
        List<ClaimedRecord> lane = claim(lease);
        assertThat(node.settle(released(lane.get(0), Duration.ZERO))).isEqualTo(new SettleResult(1, 0));
        assertThat(claimed()).isZero();
        List<ClaimedRecord> again = claim(lease);
        assertThat(ids(again)).containsExactly("a1", "a2", "a3");
        assertThat(again).extracting(ClaimedRecord::attempts).containsOnly(0);
        assertThat(node.settle(completed(lane.get(1)), completed(lane.get(2)))).isEqualTo(new SettleResult(0, 2));
    }

    @Test
    void failureInTheMiddleReleasesOnlyYoungerSiblings() {
        node.emit(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        PartitionLease lease = own();
        List<ClaimedRecord> lane = claim(lease);
        node.settle(failed(lane.get(1), Duration.ZERO));
        assertThat(claimed()).isEqualTo(1);
        assertThat(claim(lease)).isEmpty();
        assertThat(node.settle(completed(lane.get(0)))).isEqualTo(new SettleResult(1, 0));
        assertThat(ids(claim(lease))).containsExactly("a2", "a3");
    }

    @Test
    void failureLeavesTheOtherLanesOfItsClaimAlone() {
        node.emit(
                keyed("m1", A).bindings("mail", "audit"),
                keyed("m2", A).bindings("mail"),
                keyed("b1", B).bindings("mail"),
                keyless("free1"),
                keyless("free2"));
        PartitionLease lease = own();
        List<ClaimedRecord> batch = claim(lease);
        assertThat(batch).hasSize(6);
        node.settle(failed(find(batch, "m1", "mail"), HOUR));
        assertThat(claimed()).isEqualTo(4);
        node.settle(failed(find(batch, "free1", TestMessage.BINDING), HOUR));
        assertThat(claimed()).isEqualTo(3);
        assertThat(node.settle(
                        completed(find(batch, "m1", "audit")),
                        completed(find(batch, "b1", "mail")),
                        completed(find(batch, "free2", TestMessage.BINDING))))
                .isEqualTo(new SettleResult(3, 0));
    }

    @Test
    void completedHeadLeavesItsLaneTailClaimed() {
        node.emit(keyed("a1", A), keyed("a2", A));
        List<ClaimedRecord> lane = claim(own());
        node.settle(completed(lane.get(0)));
        assertThat(claimed()).isEqualTo(1);
        assertThat(node.settle(completed(lane.get(1)))).isEqualTo(new SettleResult(1, 0));
    }

    @Test
    void deadHeadLeavesItsLaneTailClaimed() {
        node.emit(keyed("a1", A), keyed("a2", A));
        List<ClaimedRecord> lane = claim(own());
        node.settle(dead(lane.get(0)));
        assertThat(claimed()).isEqualTo(1);
        assertThat(dead()).isEqualTo(1);
        assertThat(node.settle(completed(lane.get(1)))).isEqualTo(new SettleResult(1, 0));
    }

    @Test
    void releaseWithADelayIsDueLaterAndChargesNoAttempt() {
        node.emit(keyed("a1", A), keyed("a2", A));
        PartitionLease lease = own();
        node.settle(released(claim(lease).get(0), HOUR));
        harness.advance(HOUR.minusMinutes(5));
        assertThat(claim(lease)).isEmpty();
        harness.advance(Duration.ofMinutes(6));
        List<ClaimedRecord> again = claim(lease);
        assertThat(ids(again)).containsExactly("a1", "a2");
        assertThat(again).extracting(ClaimedRecord::attempts).containsOnly(0);
    }

    @Test
    void oneCallSettlesRecordsOfSeveralClaimsAndPartitions() {
        node.emit(keyed("m1", A), keyed("m2", B), keyed("m3", keyIn(2, "x")), keyless("m4"), keyed("m5", C));
        PartitionLease lease = own();
        List<ClaimedRecord> batch = new ArrayList<>(node.claim(lease, 2));
        batch.addAll(claim(lease));
        batch.addAll(claim(node.acquire(2, "node-1")));
        assertThat(batch).hasSize(5);
        SettleResult result = node.settle(
                completed(batch.get(0)),
                failed(batch.get(1), HOUR),
                dead(batch.get(2)),
                released(batch.get(3), HOUR),
                completed(batch.get(4)));
        assertThat(result).isEqualTo(new SettleResult(5, 0));
        assertThat(List.of(pending(), claimed(), dead())).containsExactly(2L, 0L, 1L);
    }

    @Test
    void settlementOfNothingIsLegal() {
        assertThat(node.settle()).isEqualTo(new SettleResult(0, 0));
    }

    @Test
    void largeBatchIsSettledInOneCall() {
        emitMany(IntStream.range(0, 1100).mapToObj(i -> keyless("m" + i)).toList());
        List<ClaimedRecord> batch = claimEverything(own());
        assertThat(batch).hasSize(1100);
        SettleResult result =
                node.store().settle(batch.stream().map(StoreContract::completed).toList());
        assertThat(result).isEqualTo(new SettleResult(1100, 0));
        assertThat(claimed()).isZero();
    }

    private static ClaimedRecord find(List<ClaimedRecord> records, String messageId, String binding) {
        return records.stream()
                .filter(record -> record.id().messageId().equals(messageId))
                .filter(record -> record.id().binding().equals(binding))
                .findFirst()
                .orElseThrow();
    }
}

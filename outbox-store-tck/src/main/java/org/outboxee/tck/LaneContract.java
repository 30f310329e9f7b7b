package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;

/** Records of one ordering key and binding are delivered one at a time and in order (G3). */
public abstract class LaneContract extends StoreContract {

    @Test
    void severalRecordsOfALaneInOneClaimComeBackInOrder() {
        node.emit(keyed("a1", A), keyed("b1", B), keyed("a2", A), keyed("b2", B), keyed("a3", A));
        assertThat(ids(claim(own()))).containsExactly("a1", "b1", "a2", "b2", "a3");
    }

    @Test
    void claimBlocksYoungerSiblingOfStrandedHead() {
        emitInTurn(keyed("head", A), keyed("younger", A));
        PartitionLease former = own();
        assertThat(ids(node.claim(former, 1))).containsExactly("head");
        PartitionLease lease = own();
        assertThat(claim(lease)).isEmpty();
        emitInTurn(keyed("youngest", A), keyed("other", B));
        assertThat(ids(claim(lease))).containsExactly("other");
        assertThat(previewed()).containsExactly("younger", "youngest");
    }

    @Test
    void strandedHeadUnblocksItsLaneWhenItsClaimExpires() {
        emitInTurn(keyed("head", A), keyed("younger", A));
        node.claim(own(), 1);
        PartitionLease lease = own();
        expireClaims();
        assertThat(ids(claim(lease))).containsExactly("head");
    }

    @Test
    void headInBackoffBlocksItsLane() {
        node.emit(keyed("head", A), keyed("younger", A), keyed("other", B));
        PartitionLease lease = own();
        node.settle(failed(node.claim(lease, 1).get(0), HOUR));
        assertThat(ids(claim(lease))).containsExactly("other");
        harness.advance(HOUR.plusMinutes(1));
        assertThat(ids(claim(lease))).containsExactly("head", "younger");
    }

    @Test
    void delayedHeadBlocksItsLane() {
        node.emit(keyed("head", A).delay(HOUR), keyed("younger", A));
        PartitionLease lease = own();
        assertThat(claim(lease)).isEmpty();
        harness.advance(HOUR.plusMinutes(1));
        assertThat(ids(claim(lease))).containsExactly("head", "younger");
    }

    @Test
    void recordInTheMiddleThatIsNotDueBlocksWhatIsBehindIt() {
        node.emit(keyed("a1", A), keyed("a2", A).delay(HOUR), keyed("a3", A));
        PartitionLease lease = own();
        assertThat(ids(claim(lease))).containsExactly("a1");
        harness.advance(HOUR.plusMinutes(1));
        assertThat(claim(lease)).isEmpty();
    }

    @Test
    void releasedHeadUnblocksItsLane() {
        node.emit(keyed("head", A), keyed("younger", A));
        PartitionLease lease = own();
        node.settle(released(node.claim(lease, 1).get(0), Duration.ZERO));
        assertThat(ids(claim(lease))).containsExactly("head", "younger");
    }

    @Test
    void completedHeadUnblocksItsLane() {
        node.emit(keyed("head", A), keyed("younger", A));
        PartitionLease lease = own();
        node.complete(node.claim(lease, 1));
        assertThat(ids(claim(lease))).containsExactly("younger");
    }

    @Test
    void deadHeadUnblocksItsLane() {
        node.emit(keyed("head", A), keyed("younger", A));
        PartitionLease lease = own();
        node.settle(dead(node.claim(lease, 1).get(0)));
        assertThat(ids(claim(lease))).containsExactly("younger");
    }

    @Test
    void anyClaimedSiblingBlocksItsLane() {
        node.emit(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        PartitionLease lease = own();
        List<ClaimedRecord> two = node.claim(lease, 2);
        node.settle(completed(two.get(0)));
        assertThat(claim(lease)).isEmpty();
        node.settle(completed(two.get(1)));
        assertThat(ids(claim(lease))).containsExactly("a3");
    }

    @Test
    void replayedDeadLetterWaitsForItsClaimedYoungerSiblingAndThenComesFirst() {
        node.emit(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        PartitionLease lease = own();
        node.settle(dead(node.claim(lease, 1).get(0)));
        List<ClaimedRecord> younger = node.claim(lease, 1);
        assertThat(ids(younger)).containsExactly("a2");
        assertThat(node.store().replay(recordId("a1"))).isTrue();
        assertThat(claim(lease)).isEmpty();
        node.settle(released(younger.get(0), Duration.ZERO));
        assertThat(ids(claim(lease))).containsExactly("a1", "a2", "a3");
    }

    @Test
    void keylessRecordsAreNeverBlocked() {
        node.emit(keyless("claimed"), keyless("failing"));
        PartitionLease lease = own();
        List<ClaimedRecord> two = claim(lease);
        node.settle(failed(two.get(1), HOUR));
        node.emit(keyless("free1"), keyless("free2"));
        assertThat(ids(claim(lease))).containsExactlyInAnyOrder("free1", "free2");
    }

    @Test
    void messageNamesShareALane() {
        node.emit(keyed("head", A).name("one"), keyed("younger", A).name("two"));
        PartitionLease lease = own();
        assertThat(ids(node.claim(lease, 1))).containsExactly("head");
        assertThat(claim(lease)).isEmpty();
    }

    @Test
    void bindingsHaveLanesOfTheirOwn() {
        node.emit(keyed("m1", A).bindings("mail", "audit"), keyed("m2", A).bindings("mail", "audit"));
        PartitionLease lease = own();
        List<ClaimedRecord> all = claim(lease);
        assertThat(all).hasSize(4);
        node.complete(all.stream()
                .filter(record -> record.id().binding().equals("audit"))
                .toList());
        node.emit(keyed("m3", A).bindings("mail", "audit"));
        List<ClaimedRecord> free = claim(lease);
        assertThat(ids(free)).containsExactly("m3");
        assertThat(free.get(0).id().binding()).isEqualTo("audit");
    }

    @Test
    void bindingAndKeyOfALaneAreNeverConfused() {
        Node single = start("one-partition", 1);
        List<String> separators = List.of("#", "/", "|", ":", ".", " ", "\u0001", "");
        for (String separator : separators) {
            single.emit(
                    keyed("one" + separator, "b" + separator + "c").bindings("a"),
                    keyed("two" + separator, "c").bindings("a" + separator + "b"));
        }
        PartitionLease lease = single.acquire(0, "node-1");
        for (int i = 0; i < 2 * separators.size(); i++) {
            assertThat(single.claim(lease, 1)).as("claim %d", i).hasSize(1);
        }
    }

    @Test
    void laneWhoseCreationTimesContradictItsSeqIsDeliveredBySeq() {
        emitInTurn(keyed("a1", A), keyed("a2", A), keyed("a3", A));
        harness.plantCreatedAt(OUTBOX, recordId("a1"), node.store().now().plus(HOUR));
        harness.plantCreatedAt(OUTBOX, recordId("a3"), node.store().now().minus(HOUR));
        PartitionLease lease = own();
        List<String> delivered = new ArrayList<>();
        for (List<ClaimedRecord> batch = claim(lease); !batch.isEmpty(); batch = claim(lease)) {
            delivered.addAll(ids(batch));
            node.complete(batch);
        }
        assertThat(delivered).containsExactly("a1", "a2", "a3");
    }

    @Test
    void limitOneDeliversALaneWhoseCreationTimesContradictItsSeqBySeq() {
        emitInTurn(keyed("a1", A), keyed("a2", A));
        harness.plantCreatedAt(OUTBOX, recordId("a1"), node.store().now().plus(HOUR));
        PartitionLease lease = own();
        List<ClaimedRecord> first = node.claim(lease, 1);
        assertThat(ids(first)).containsExactly("a1");
        assertThat(node.claim(lease, 1)).isEmpty();
        node.complete(first);
        assertThat(ids(node.claim(lease, 1))).containsExactly("a2");
    }
}

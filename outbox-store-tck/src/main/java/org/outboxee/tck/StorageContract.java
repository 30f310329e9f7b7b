package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.outboxee.OutboxConfigurationException;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.StaleFencingTokenException;

/** What nodes of one application share, what applications on one storage do not, and what a restart keeps. */
public abstract class StorageContract extends StoreContract {

    @Test
    void anotherNumberOfPartitionsIsRefusedWithTheWayOut() {
        for (int other : new int[] {1, 8, 1024}) {
            assertThatThrownBy(() -> start(OUTBOX, other))
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageContaining("outbox.partitions")
                    .hasMessageContaining(OUTBOX)
                    .hasMessageContaining(" " + other)
                    .hasMessageContaining(String.valueOf(PARTITIONS));
        }
    }

    @Test
    void anotherNumberOfPartitionsIsRefusedAfterARestart() {
        node.close();
        assertThatThrownBy(() -> start(OUTBOX, 8)).isInstanceOf(OutboxConfigurationException.class);
        start(OUTBOX, PARTITIONS).emit(keyed("m1", A));
        assertThat(start(OUTBOX, PARTITIONS).store().counts().pending()).isEqualTo(1);
    }

    @Test
    void restartKeepsRecordsInEveryState() {
        emitInTurn(
                keyed("claimed", A),
                keyed("dead", B),
                keyed("blocked", A),
                keyless("later").delay(HOUR));
        PartitionLease former = own();
        node.settle(dead(node.claim(former, 2).get(1)));
        node.close();
        Node restarted = start(OUTBOX, PARTITIONS);
        assertThat(restarted.store().counts()).isEqualTo(new OutboxCounts(2, 1, 1));
        PartitionLease lease = restarted.acquire(PARTITION, "node-1");
        assertThat(restarted.claim(lease, 10)).isEmpty();
        harness.advance(HOUR.plusMinutes(1));
        assertThat(ids(restarted.claim(lease, 10))).containsExactly("claimed");
        assertThat(restarted.store().replay(recordId("dead"))).isTrue();
        assertThat(ids(restarted.claim(lease, 10))).containsExactly("dead", "later");
    }

    @Test
    void seqGoesOnAfterARestart() {
        node.emit(keyed("m1", A));
        node.close();
        Node restarted = start(OUTBOX, PARTITIONS);
        restarted.emit(keyed("m2", A));
        List<ClaimedRecord> lane = restarted.claim(restarted.acquire(PARTITION, "node-1"), 10);
        assertThat(ids(lane)).containsExactly("m1", "m2");
        assertThat(lane.get(1).seq()).isGreaterThan(lane.get(0).seq());
    }

    @Test
    void nodesShareRecordsCountersAndLeases() {
        Node other = start(OUTBOX, PARTITIONS);
        node.emit(keyed("m1", A));
        other.emit(keyed("m2", A));
        node.emit(keyed("m3", A));
        PartitionLease former = own();
        PartitionLease lease = other.acquire(PARTITION, "node-2");
        assertThatThrownBy(() -> claim(former)).isInstanceOf(StaleFencingTokenException.class);
        List<ClaimedRecord> lane = other.claim(lease, 10);
        assertThat(ids(lane)).containsExactly("m1", "m2", "m3");
        assertThat(node.settle(completed(lane.get(0))).applied()).isEqualTo(1);
    }

    @Test
    void closedNodeLeavesTheOthersWorking() {
        Node other = start(OUTBOX, PARTITIONS);
        other.close();
        node.emit(keyed("m1", A), keyless("m2"));
        assertThat(claim(own())).hasSize(2);
    }

    @Test
    void closeTwiceIsTheSameAsOnce() {
        Node other = start(OUTBOX, PARTITIONS);
        other.close();
        assertThatCode(() -> other.backend().close()).doesNotThrowAnyException();
    }

    @Test
    void outboxesOfDifferentNamesDoNotSeeEachOther() {
        Node other = start("other", PARTITIONS);
        other.owns(PARTITION);
        node.emit(keyed("same id", A), keyless("keyless"));
        other.emit(keyed("same id", A));
        assertThat(pending()).isEqualTo(2);
        assertThat(other.store().counts().pending()).isEqualTo(1);
        assertThat(other.store().queryPending(PARTITION, 10)).hasSize(1);
        PartitionLease lease = own();
        PartitionLease othersLease = other.acquire(PARTITION, "node-2");
        assertThat(claim(lease)).hasSize(2);
        assertThat(other.store().partitionsWithWork(List.of(0, 1, 2, 3))).containsExactly(PARTITION);
        assertThat(node.store().partitionsWithWork(List.of(0, 1, 2, 3))).isEmpty();
        List<ClaimedRecord> others = other.claim(othersLease, 10);
        assertThat(ids(others)).containsExactly("same id");
        other.settle(dead(others.get(0)));
        assertThat(dead()).isZero();
        assertThat(node.store().deadLetters(10, null)).isEqualTo(new Page<>(List.of(), null));
        assertThat(node.store().discard(recordId("same id"))).isFalse();
        assertThat(node.store().replay(recordId("same id"))).isFalse();
        assertThat(other.store().discard(recordId("same id"))).isTrue();
    }

    @Test
    void outboxesOfDifferentNamesMayDifferInTheirNumberOfPartitions() {
        Node other = start("other", 7);
        other.emit(keyed("m1", A));
        assertThat(other.store().partitionsWithWork(List.of(0, 1, 2, 3, 4, 5, 6)))
                .hasSize(1);
    }

    @Test
    void clockIsThatOfTheStorage() {
        Node other = start("other", 1);
        harness.advance(HOUR);
        assertThat(Duration.between(node.store().now(), other.store().now()).abs())
                .isLessThan(Duration.ofMinutes(1));
    }
}

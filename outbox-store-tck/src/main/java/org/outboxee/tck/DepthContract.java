package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.Backlog;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;

/** How many records wait, as backpressure and monitoring ask for it. */
public abstract class DepthContract extends StoreContract {

    @Test
    void depthCountsWhatIsPendingOrClaimed() {
        assertThat(node.store().depth(100)).isZero();
        node.emit(keyless("m1"), keyed("m2", keyIn(3, "x")), keyless("later").delay(HOUR), keyed("m4", A));
        assertThat(node.store().depth(100)).isEqualTo(4);
        PartitionLease lease = own();
        assertThat(node.claim(lease, 1)).hasSize(1);
        assertThat(node.store().depth(100)).isEqualTo(4);
        node.settle(dead(node.claim(lease, 1).get(0)));
        assertThat(node.store().depth(100)).isEqualTo(3);
    }

    @Test
    void depthStopsAtItsBound() {
        node.emit(keyless("m1"), keyless("m2").delay(HOUR), keyless("m3"), keyed("m4", keyIn(2, "x")));
        assertThat(node.store().depth(3)).isEqualTo(3);
        assertThat(node.store().depth(4)).isEqualTo(4);
        assertThat(node.store().depth(5)).isEqualTo(4);
        assertThat(node.store().depth(1)).isEqualTo(1);
    }

    @Test
    void depthIsThatOfOneOutbox() {
        node.emit(keyless("m1"));
        start("other", PARTITIONS).emit(keyless("m2"), keyless("m3"));
        assertThat(node.store().depth(100)).isEqualTo(1);
    }

    @Test
    void backlogOfAnEmptyOutboxIsNothing() {
        assertThat(node.store().backlog(100)).isEqualTo(new Backlog(0, 0, 0, Optional.empty(), 0));
    }

    @Test
    void backlogTellsWhatIsPendingClaimedAndDead() {
        emitInTurn(
                keyless("dead"),
                keyless("claimed"),
                keyless("m1"),
                keyless("later").delay(HOUR),
                keyed("a1", A));
        PartitionLease lease = own();
        node.settle(dead(node.claim(lease, 1).get(0)));
        assertThat(node.claim(lease, 1)).hasSize(1);
        assertThat(node.store().backlog(100))
                .isEqualTo(new Backlog(3, 1, 1, node.store().oldestPending(), 0));
        assertThat(node.store().backlog(100).oldest()).isPresent();
    }

    @Test
    void backlogFindsTheOldestWhateverItWaitsFor() {
        emitInTurn(keyed("a1", A), keyed("a2", A), keyless("m1"));
        PartitionLease lease = own();
        ClaimedRecord head = node.claim(lease, 1).get(0);
        assertThat(node.store().backlog(100).oldest()).isEqualTo(node.store().oldestPending());
        node.settle(failed(head, HOUR));
        assertThat(node.store().backlog(100).oldest()).contains(head.createdAt());
        node.complete(claim(lease));
        assertThat(node.store().backlog(100).oldest()).contains(head.createdAt());
    }

    @Test
    void backlogCountsLanesThatAreHeldUp() {
        emitInTurn(keyed("a1", A), keyed("a2", A), keyed("b1", B), keyed("b2", B), keyless("m1"), keyed("c1", C));
        PartitionLease lease = own();
        node.settle(failed(node.claim(lease, 1).get(0), HOUR));
        assertThat(node.store().backlog(100).stalledLanes()).isEqualTo(1);
        assertThat(claim(lease)).isNotEmpty();
        assertThat(node.store().backlog(100).stalledLanes()).isEqualTo(1);
        expireClaims();
        assertThat(node.store().backlog(100).stalledLanes())
                .isEqualTo(node.store().stalledLanes(100).size())
                .isEqualTo(3);
    }

    @Test
    void backlogStopsAtItsBound() {
        node.emit(keyless("m1"), keyless("m2").delay(HOUR), keyless("m3"), keyed("m4", keyIn(2, "x")));
        assertThat(node.store().backlog(3).pending()).isEqualTo(3);
        assertThat(node.store().backlog(5).pending()).isEqualTo(4);
        claim(own());
        assertThat(node.store().backlog(1))
                .satisfies(backlog -> assertThat(backlog.claimed()).isEqualTo(1))
                .satisfies(backlog -> assertThat(backlog.pending()).isEqualTo(1));
    }

    @Test
    void backlogIsThatOfOneOutbox() {
        node.emit(keyless("m1"));
        start("other", PARTITIONS).emit(keyless("m2"), keyless("m3"));
        assertThat(node.store().backlog(100).pending()).isEqualTo(1);
    }
}

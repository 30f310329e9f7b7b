package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import org.junit.jupiter.api.Test;
import org.outboxee.spi.PartitionLease;

/** How many records wait, as backpressure asks for it. */
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
}

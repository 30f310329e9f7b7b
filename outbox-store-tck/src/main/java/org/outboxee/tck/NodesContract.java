package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.NodeBeat;
import org.outboxee.spi.NodeInfo;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionOwner;
import org.outboxee.spi.StaleFencingTokenException;

/** The nodes of an outbox know of each other, and take over what nobody owns any more. */
public abstract class NodesContract extends StoreContract {

    private static final Duration DRAIN = Duration.ofSeconds(36);

    private static final Map<String, Set<String>> HANDLED =
            Map.of("email.send", Set.of("default", "audit"), "überweisung \uD83D\uDCB6", Set.of("größer"));

    @Test
    void nodeIsShownAsItsLastBeatSaid() {
        beat("node-1", 1);
        assertThat(look())
                .containsExactly(new NodeBeat(info("node-1"), look().get(0).started(), 1));
        beat("node-1", 2);
        beat("node-1", 5);
        assertThat(look()).extracting(NodeBeat::beat).containsExactly(5L);
    }

    @Test
    void whatANodeSaysOfItselfIsKeptExactly() {
        NodeInfo everything =
                new NodeInfo("é".repeat(99) + "A", Duration.ofMillis(1), Duration.ZERO, false, Optional.empty());
        NodeInfo nothing =
                new NodeInfo("b", Duration.ofMinutes(10), Duration.ofMinutes(20), false, Optional.of(Map.of()));
        NodeInfo some =
                new NodeInfo("c", Duration.ofSeconds(15), Duration.ofMillis(36_001), false, Optional.of(HANDLED));
        for (NodeInfo info : List.of(everything, nothing, some)) {
            node.leases().beat(info, 1);
        }
        assertThat(look()).extracting(NodeBeat::node).containsExactly(everything, nothing, some);
    }

    @Test
    void nodeThatIsAboutToStopSaysSo() {
        beat("node-1", 1);
        NodeInfo leaving = new NodeInfo("node-1", Duration.ofSeconds(15), DRAIN, true, Optional.of(HANDLED));
        node.leases().beat(leaving, 2);
        assertThat(look()).extracting(NodeBeat::node).containsExactly(leaving);
    }

    @Test
    void nodesAreInTheOrderOfTheirStarts() {
        beat("z", 1);
        beat("a", 1);
        beat("m", 1);
        beat("z", 2);
        assertThat(look()).extracting(found -> found.node().incarnation()).containsExactly("z", "a", "m");
        assertThat(look()).extracting(NodeBeat::started).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void nodeThatHasLeftIsGone() {
        beat("node-1", 1);
        beat("node-2", 1);
        node.leases().leave("node-1");
        node.leases().leave("node-1");
        node.leases().leave("nobody");
        assertThat(look()).extracting(found -> found.node().incarnation()).containsExactly("node-2");
    }

    @Test
    void deadNodeIsBuriedUnlessItHasBeatenSince() {
        beat("node-1", 1);
        NodeBeat seen = look().get(0);
        beat("node-1", 2);
        assertThat(node.leases().bury(seen)).isFalse();
        assertThat(look()).hasSize(1);
        assertThat(node.leases().bury(look().get(0))).isTrue();
        assertThat(look()).isEmpty();
        assertThat(node.leases().bury(seen)).isFalse();
    }

    @Test
    void nodeThatWasBuriedComesBackWithItsNextBeatAsOneThatStartsNow() {
        beat("node-1", 1);
        beat("node-2", 1);
        assertThat(node.leases().bury(look().get(0))).isTrue();
        beat("node-1", 2);
        assertThat(look()).extracting(found -> found.node().incarnation()).containsExactly("node-2", "node-1");
        assertThat(look()).extracting(NodeBeat::beat).containsExactly(1L, 2L);
    }

    @Test
    void nodesOfOtherOutboxesAreNotShown() {
        beat("node-1", 1);
        Node other = start("another", PARTITIONS);
        other.leases().beat(info("node-2"), 1);
        assertThat(look()).extracting(found -> found.node().incarnation()).containsExactly("node-1");
        assertThat(other.leases().look().nodes())
                .extracting(found -> found.node().incarnation())
                .containsExactly("node-2");
    }

    @Test
    void nodesAreSeenFromEveryNode() {
        Node second = start(OUTBOX, PARTITIONS);
        beat("node-1", 7);
        second.leases().beat(info("node-2"), 3);
        assertThat(look()).isEqualTo(second.leases().look().nodes()).hasSize(2);
    }

    @Test
    void everyPartitionIsShownWithItsOwner() {
        assertThat(owners()).extracting(PartitionOwner::partition).containsExactly(0, 1, 2, 3);
        assertThat(owners()).extracting(PartitionOwner::owner).containsOnlyNulls();
        PartitionLease lease = own();
        assertThat(owners().get(PARTITION)).isEqualTo(new PartitionOwner(PARTITION, lease.owner(), lease.version()));
        node.leases().release(List.of(lease));
        assertThat(owners().get(PARTITION)).isEqualTo(new PartitionOwner(PARTITION, null, lease.version()));
    }

    @Test
    void takeOverOfWhatWasSeenFencesTheOwnerOut() {
        node.emit(keyless("m1"));
        PartitionLease former = own();
        PartitionLease lease = takeOver(owners(), "node-2").get(PARTITION);
        assertThat(lease).isEqualTo(new PartitionLease(PARTITION, "node-2", former.version() + 1));
        assertThatThrownBy(() -> claim(former)).isInstanceOf(StaleFencingTokenException.class);
        assertThat(ids(claim(lease))).containsExactly("m1");
    }

    @Test
    void takeOverLeavesWhatHasChangedSince() {
        List<PartitionOwner> seen = owners();
        PartitionLease quicker = own();
        assertThat(takeOver(seen, "node-2"))
                .extracting(PartitionLease::partition)
                .containsExactly(0, 2, 3);
        assertThat(claim(quicker)).isEmpty();
        assertThat(owners().get(PARTITION).owner()).isEqualTo(quicker.owner());
    }

    @Test
    void takeOverOfWhatWasGivenUpSinceIsOne() {
        PartitionLease former = own();
        List<PartitionOwner> seen = owners();
        node.leases().release(List.of(former));
        assertThat(takeOver(List.of(seen.get(PARTITION)), "node-2")).hasSize(1);
    }

    @Test
    void releaseThatComesAfterTheTakeOverChangesNothing() {
        PartitionLease former = own();
        PartitionLease lease = takeOver(owners(), "node-2").get(PARTITION);
        node.leases().release(List.of(former));
        assertThat(owners().get(PARTITION)).isEqualTo(new PartitionOwner(PARTITION, "node-2", lease.version()));
    }

    @Test
    void partitionThatIsHandedOverIsTheOtherNodesUnderANewVersion() {
        node.emit(keyless("m1"));
        PartitionLease former = own();
        node.leases().handOver(former, "node-2");
        PartitionLease lease = new PartitionLease(PARTITION, "node-2", former.version() + 1);
        assertThat(owners().get(PARTITION)).isEqualTo(new PartitionOwner(PARTITION, "node-2", lease.version()));
        assertThatThrownBy(() -> claim(former)).isInstanceOf(StaleFencingTokenException.class);
        assertThat(ids(claim(lease))).containsExactly("m1");
    }

    @Test
    void staleLeaseHandsNothingOver() {
        PartitionLease former = own();
        PartitionLease lease = takeOver(owners(), "node-2").get(PARTITION);
        node.leases().handOver(former, "node-3");
        assertThat(owners().get(PARTITION)).isEqualTo(new PartitionOwner(PARTITION, "node-2", lease.version()));
        node.leases().release(List.of(lease));
        node.leases().handOver(lease, "node-3");
        assertThat(owners().get(PARTITION)).isEqualTo(new PartitionOwner(PARTITION, null, lease.version()));
    }

    @Test
    void takeOverOfNothingDoesNothing() {
        assertThat(takeOver(List.of(), "node-2")).isEmpty();
    }

    @Test
    void acquisitionOfAPartitionThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> node.acquire(PARTITIONS, "node-1")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ofTwoThatTakeAtOnceOneGetsEachPartition() {
        Node second = start(OUTBOX, PARTITIONS);
        for (int round = 0; round < 20; round++) {
            List<PartitionOwner> seen = owners();
            Future<List<PartitionLease>> one = threads.start(() -> takeOver(seen, "node-1"));
            Future<List<PartitionLease>> two =
                    threads.start(() -> second.leases().takeOver(seen, "node-2"));
            List<PartitionLease> taken = new ArrayList<>(Threads.result(one));
            taken.addAll(Threads.result(two));
            assertThat(taken).extracting(PartitionLease::partition).containsExactlyInAnyOrder(0, 1, 2, 3);
            assertThat(owners())
                    .allSatisfy(owner -> assertThat(taken)
                            .contains(new PartitionLease(
                                    owner.partition(), String.valueOf(owner.owner()), owner.version())));
        }
    }

    @Test
    void nodesThatStartAtOnceAreAllThere() {
        List<Future<Integer>> starting = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String incarnation = "node-" + i;
            starting.add(threads.start(() -> {
                beat(incarnation, 1);
                beat(incarnation, 2);
                return 0;
            }));
        }
        Threads.results(starting);
        assertThat(look())
                .hasSize(8)
                .extracting(found -> found.node().incarnation())
                .doesNotHaveDuplicates();
        assertThat(look()).extracting(NodeBeat::beat).containsOnly(2L);
    }

    /** Scenario 15: neither a claim, nor an append, nor another node keeps a heartbeat waiting. */
    @Test
    void heartbeatWaitsForNoTransaction() {
        assumeTrue(harness.capabilities().overlappingAppends(), "one transaction writes at a time");
        beat("node-1", 1);
        beat("node-2", 1);
        node.transact(unit -> {
            unit.emit(keyed("m1", A));
            unit.afterAppend(() -> threads.call(() -> {
                beat("node-1", 2);
                beat("node-3", 1);
                return 0;
            }));
        });
        assertThat(look()).extracting(NodeBeat::beat).containsExactly(2L, 1L, 1L);
    }

    private void beat(String incarnation, long number) {
        node.leases().beat(info(incarnation), number);
    }

    private static NodeInfo info(String incarnation) {
        return new NodeInfo(incarnation, Duration.ofSeconds(15), DRAIN, false, Optional.of(HANDLED));
    }

    private List<NodeBeat> look() {
        return node.leases().look().nodes();
    }

    private List<PartitionOwner> owners() {
        return node.leases().look().partitions();
    }

    private List<PartitionLease> takeOver(List<PartitionOwner> seen, String owner) {
        return node.leases().takeOver(seen, owner);
    }
}

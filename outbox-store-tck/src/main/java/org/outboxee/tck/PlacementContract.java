package org.outboxee.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxee.tck.TestMessage.keyed;
import static org.outboxee.tck.TestMessage.keyless;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.Partitions;

/** Which partition a message goes to. */
public abstract class PlacementContract extends StoreContract {

    @Test
    void keyDecidesAboutThePartitionOfAMessage() {
        List<String> keys =
                List.of("customer-1", "customer-2", "é", "\ud83d\ude00", " ", "A", "a", "0", "x".repeat(200));
        node.owns(2);
        for (String key : keys) {
            node.emit(keyed("m" + keys.indexOf(key), key));
        }
        List<ClaimedRecord> records = claimAll();
        assertThat(records)
                .hasSize(keys.size())
                .allSatisfy(record -> assertThat(record.partition())
                        .isEqualTo(Partitions.forKey(String.valueOf(record.key()), PARTITIONS)));
    }

    @Test
    void keylessMessagesGoToOwnedPartitionsOnly() {
        node.owns(0, 3);
        for (int i = 0; i < 12; i++) {
            node.emit(keyless("m" + i), keyless("n" + i));
        }
        assertThat(claimAll()).hasSize(24).extracting(ClaimedRecord::partition).containsOnly(0, 3);
    }

    @Test
    void keylessMessagesFollowAChangeOfOwnership() {
        node.owns(2);
        node.emit(keyless("m1"));
        node.owns(3);
        node.emit(keyless("m2"));
        Map<String, Integer> partitions = new TreeMap<>();
        claimAll().forEach(record -> partitions.put(record.id().messageId(), record.partition()));
        assertThat(partitions).isEqualTo(Map.of("m1", 2, "m2", 3));
    }

    @Test
    void keylessMessagesGoSomewhereWhenNoPartitionIsOwned() {
        node.owns();
        for (int i = 0; i < 12; i++) {
            node.emit(keyless("m" + i));
        }
        assertThat(claimAll()).hasSize(12);
    }

    @Test
    void recordsOfOneMessageShareItsPartition() {
        node.owns(0, 1, 2, 3);
        for (int i = 0; i < 8; i++) {
            node.emit(keyless("m" + i).bindings("mail", "audit", "push"));
        }
        Map<String, List<Integer>> partitions = new TreeMap<>();
        claimAll()
                .forEach(record -> partitions
                        .computeIfAbsent(record.id().messageId(), id -> new ArrayList<>())
                        .add(record.partition()));
        assertThat(partitions.values())
                .hasSize(8)
                .allSatisfy(of -> assertThat(of).hasSize(3).containsOnly(of.get(0)));
    }

    private List<ClaimedRecord> claimAll() {
        List<ClaimedRecord> records = new ArrayList<>();
        for (PartitionLease lease : node.leases().acquire(List.of(0, 1, 2, 3), "node-1")) {
            records.addAll(claim(lease));
        }
        return records;
    }
}

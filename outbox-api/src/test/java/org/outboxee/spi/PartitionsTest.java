package org.outboxee.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionsTest {

    /** Messages are stored under these numbers: they were computed by another implementation and never change. */
    @Test
    void keysKeepTheirPartitionForEver() {
        assertPartitions("123456789", 0, 3, 755, 643); // 0xE3069283, the check value of CRC-32C
        assertPartitions("", 0, 0, 0, 0);
        assertPartitions("a", 0, 16, 376, 816);
        assertPartitions("customer-42", 2, 12, 220, 140);
        assertPartitions("Kunde-\u00c4", 0, 6, 782, 358);
        assertPartitions("\ud83d\ude00", 0, 20, 276, 884);
        assertPartitions("x".repeat(255), 0, 4, 244, 36);
        assertPartitions(" a", 1, 17, 289, 177);
    }

    private static void assertPartitions(String key, int of3, int of32, int of1000, int of1024) {
        assertThat(Partitions.forKey(key, 1)).isZero();
        assertThat(Partitions.forKey(key, 3)).isEqualTo(of3);
        assertThat(Partitions.forKey(key, 32)).isEqualTo(of32);
        assertThat(Partitions.forKey(key, 1000)).isEqualTo(of1000);
        assertThat(Partitions.forKey(key, Partitions.MAX)).isEqualTo(of1024);
    }

    @Test
    void numberedKeysSpreadEvenly() {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 32_000; i++) {
            counts.merge(Partitions.forKey("customer-" + i, 32), 1, Integer::sum);
        }
        assertThat(counts).hasSize(32);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(850, 1150));
    }
}

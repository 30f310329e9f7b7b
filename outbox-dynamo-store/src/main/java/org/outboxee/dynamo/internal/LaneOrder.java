package org.outboxee.dynamo.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.spi.Lane;

/** Puts the records of each lane into the order of their seqs, in the places that they have together. */
final class LaneOrder {

    private LaneOrder() {}

    /** Creation times contradict seqs only where somebody has changed them. */
    static List<RecordItem> of(List<RecordItem> byAge) {
        Map<Lane, List<RecordItem>> lanes = new HashMap<>();
        byAge.stream()
                .filter(item -> item.lane() != null)
                .forEach(item -> lanes.computeIfAbsent(item.lane(), lane -> new ArrayList<>())
                        .add(item));
        Map<Lane, Deque<RecordItem>> bySeq = new HashMap<>();
        lanes.forEach((lane, items) -> {
            items.sort(Comparator.comparingLong(item -> item.number(RecordItem.SEQ)));
            bySeq.put(lane, new ArrayDeque<>(items));
        });
        return byAge.stream()
                .map(item -> item.lane() == null
                        ? item
                        : bySeq.getOrDefault(item.lane(), new ArrayDeque<>()).remove())
                .toList();
    }
}

package org.outboxee.dynamo.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.outboxee.admin.StalledLane;

/** Finds lanes that their head holds up. Reads all live records. Safe for any number of threads. */
record StalledLanes(Parts parts, Reader reader) {

    List<StalledLane> list(int limit) {
        long now = parts.now();
        List<StalledLane> stalled = new ArrayList<>();
        IntStream.range(0, parts.partitions())
                .forEach(partition -> reader.lanes(partition).values().forEach(lane -> {
                    RecordItem head = lane.stream()
                            .min(Comparator.comparingLong(item -> item.number(RecordItem.SEQ)))
                            .orElseThrow();
                    if (isStalled(head, now)) {
                        stalled.add(new StalledLane(
                                head.summary(partition), Math.min(lane.size() - 1, StalledLane.MAX_BEHIND)));
                    }
                }));
        return stalled.stream()
                .sorted(Comparator.comparing((StalledLane lane) -> lane.head().createdAt())
                        .thenComparing(lane -> lane.head().seq()))
                .limit(limit)
                .toList();
    }

    private static boolean isStalled(RecordItem head, long now) {
        return head.isClaimed()
                ? head.number(RecordItem.LEASE) <= now
                : head.number(RecordItem.ATTEMPTS) > 0 && head.number(RecordItem.DUE) > now;
    }
}

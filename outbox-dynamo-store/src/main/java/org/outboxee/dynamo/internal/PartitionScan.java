package org.outboxee.dynamo.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Lane;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Selects what to claim by a consistent read of a whole partition. It keeps no more than a few times the limit of
 * records; if all that it has kept turns out blocked, it reads again without their lanes, since a partition behind a
 * few stalled keys would starve otherwise. Safe for any number of threads.
 */
final class PartitionScan {

    private static final Logger LOG = System.getLogger("org.outboxee.dynamo");

    /** Retained are this many times the limit, and trimmed at twice that. */
    private static final int RETAINED = 3;

    private final Parts parts;
    private final String prefix;
    private final int deepBacklogPages;
    private final StoreEvents events;

    PartitionScan(Parts parts, String prefix, int deepBacklogPages, StoreEvents events) {
        this.parts = parts;
        this.prefix = prefix;
        this.deepBacklogPages = deepBacklogPages;
        this.events = events;
    }

    /** Everything in a partition that is claimed. */
    List<RecordItem> held(int partition) {
        List<RecordItem> held = new ArrayList<>();
        read(partition, item -> {
            if (item.isClaimed()) {
                held.add(item);
            }
        });
        return held;
    }

    /** What to claim, oldest first, lanes in their order. */
    SeedLayout.Selected select(int partition, int most, long now) {
        Set<Lane> skipped = new HashSet<>();
        while (true) {
            View view = new View(RETAINED * most, now, skipped);
            read(partition, view::add);
            List<RecordItem> claimable = view.claimable();
            if (!claimable.isEmpty() || !view.trimmed) {
                SeedLayout.Selected selected = SeedLayout.Selected.cut(claimable, most);
                return new SeedLayout.Selected(selected.records(), selected.more() || view.trimmed);
            }
            if (!skipped.addAll(view.lanes())) {
                return new SeedLayout.Selected(List.of(), false);
            }
        }
    }

    private void read(int partition, Consumer<RecordItem> visitor) {
        int[] pages = new int[1];
        QueryRequest.Builder query = QueryRequest.builder()
                .consistentRead(true)
                .keyConditionExpression("pk = :pk AND begins_with(sk, :prefix)")
                .expressionAttributeValues(
                        Map.of(":pk", Av.s(parts.keys().partition(partition)), ":prefix", Av.s(prefix)));
        parts.table().pages(query, page -> {
            pages[0]++;
            page.items().forEach(item -> visitor.accept(new RecordItem(item)));
            return true;
        });
        events.scanned(partition, pages[0]);
        if (pages[0] > deepBacklogPages) {
            LOG.log(
                    Level.WARNING,
                    "OUTBOX-06021: A claim has read " + pages[0] + " pages of partition " + partition
                            + "; every claim does while the backlog is that deep. Let handlers catch up, spread the"
                            + " keys over more partitions, or use the layout \"age\"");
        }
    }

    /** What a scan keeps in mind. */
    private static final class View {

        private final int retained;
        private final long now;
        private final Set<Lane> skipped;
        private final PriorityQueue<RecordItem> oldest = new PriorityQueue<>((one, other) -> other.compareAge(one));
        private final Map<Lane, Long> blockedFrom = new HashMap<>();
        private boolean trimmed;

        View(int retained, long now, Set<Lane> skipped) {
            this.retained = retained;
            this.now = now;
            this.skipped = skipped;
        }

        void add(RecordItem item) {
            Lane lane = item.lane();
            if (lane != null && skipped.contains(lane)) {
                return;
            }
            if (item.isClaimed()) {
                block(lane, Long.MIN_VALUE);
            } else if (item.number(RecordItem.DUE) > now) {
                block(lane, item.number(RecordItem.SEQ));
            } else {
                retain(item);
            }
        }

        private void block(@Nullable Lane lane, long from) {
            if (lane != null) {
                blockedFrom.merge(lane, from, Math::min);
            }
        }

        private void retain(RecordItem item) {
            oldest.add(item);
            if (oldest.size() >= 2 * retained) {
                trimmed = true;
                while (oldest.size() > retained) {
                    // Younger siblings that are seen later must not overtake what is dropped.
                    RecordItem dropped = oldest.remove();
                    block(dropped.lane(), dropped.number(RecordItem.SEQ));
                }
            }
        }

        Set<Lane> lanes() {
            return Set.copyOf(blockedFrom.keySet());
        }

        List<RecordItem> claimable() {
            List<RecordItem> free = oldest.stream()
                    .filter(item -> item.lane() == null
                            || item.number(RecordItem.SEQ) < blockedFrom.getOrDefault(item.lane(), Long.MAX_VALUE))
                    .sorted(RecordItem::compareAge)
                    .toList();
            return LaneOrder.of(free);
        }
    }
}

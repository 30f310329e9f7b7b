package org.outboxee.dynamo.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The first layout: range keys by message id. Claims of a partition without ordering keys read {@code ClaimIndex};
 * where there is one, they read the whole partition.
 */
final class SeedLayout implements Layout {

    static final String NAME = "message-id";

    /** The index by hash key and {@code claim_sort}. */
    static final String CLAIM_INDEX = "ClaimIndex";

    private static final String PREFIX = "OUTBOX#";
    private static final String WAITING = "P#";
    private static final String HELD = "C#";

    private final Parts parts;
    private final Reader reader;
    private final ClaimWriter writer;
    private final PartitionScan scan;
    private final FallbackLog fallback = new FallbackLog();

    SeedLayout(Parts parts, int deepBacklogPages, StoreEvents events) {
        this.parts = parts;
        reader = new Reader(parts, this);
        writer = new ClaimWriter(parts, this);
        scan = new PartitionScan(parts, PREFIX, deepBacklogPages, events);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String prefix() {
        return PREFIX;
    }

    @Override
    public boolean sortsBySeq() {
        return false;
    }

    @Override
    public String appendedKey(RecordItem record) {
        return key(record.id());
    }

    @Override
    public String expandedKey(RecordItem record) {
        return key(record.id());
    }

    private static String key(RecordId id) {
        return PREFIX + Keys.escape(id.messageId()) + "#" + Keys.escape(id.binding());
    }

    @Override
    public Map<String, AttributeValue> pendingAttributes(RecordItem record) {
        return Map.of(
                RecordItem.CLAIM_SORT,
                Av.s(WAITING + Keys.ordered(record.number(RecordItem.CREATED)) + "#"
                        + Keys.ordered(record.number(RecordItem.SEQ))));
    }

    @Override
    public Map<String, AttributeValue> claimedAttributes(RecordItem record) {
        return Map.of(RecordItem.CLAIM_SORT, Av.s(HELD + Keys.ordered(record.number(RecordItem.LEASE))));
    }

    @Override
    public Optional<Located> find(RecordId id) {
        return IntStream.range(0, parts.partitions())
                .mapToObj(partition -> new Located(
                        partition,
                        new RecordItem(
                                parts.table().get(new Keys.Key(parts.keys().partition(partition), key(id))))))
                .filter(found -> !found.item().attributes().isEmpty())
                .findFirst();
    }

    @Override
    public List<TransactWriteItem> changing(int partition) {
        return List.of();
    }

    @Override
    public void settled(ClaimHandle handle, Optional<RecordItem> left) {
        // Claims remember nothing.
    }

    @Override
    public boolean mayHaveWork(int partition) {
        long now = parts.now();
        Fence fence = Fence.of(parts.table().get(parts.keys().fence(partition)));
        boolean[] work = new boolean[1];
        reader.each(partition, PREFIX, item -> {
            work[0] = item.isPending()
                    ? item.number(RecordItem.DUE) <= now
                    : fence.isExpired(item, now) && item.number(RecordItem.VERSION) != fence.version();
            return !work[0];
        });
        return work[0];
    }

    @Override
    public Claim claim(PartitionLease lease, int limit, Duration duration) {
        Fence fence = Fence.of(parts.table().get(parts.keys().fence(lease.partition())));
        fence.check(lease);
        if (limit <= 0) {
            return Claim.EMPTY;
        }
        long now = parts.now();
        int most = Math.min(limit, ClaimWriter.MOST);
        Optional<IndexView> index = readIndex(lease.partition(), most, now);
        Selected selected;
        if (index.isPresent()) {
            List<RecordItem> expired = expired(whole(index.get().held()), lease, fence, now);
            writer.recover(lease, expired);
            selected = expired.isEmpty()
                    ? Selected.of(whole(index.get().waiting()), most, now)
                    : Selected.of(
                            whole(readIndex(lease.partition(), most, now)
                                    .map(IndexView::waiting)
                                    .orElse(List.of())),
                            most,
                            now);
        } else {
            fallback.first(lease.partition());
            List<RecordItem> held = scan.held(lease.partition());
            writer.recover(lease, expired(held, lease, fence, now));
            selected = scan.select(lease.partition(), most, now);
        }
        List<RecordItem> fitting = Fitting.into(selected.records());
        List<ClaimedRecord> claimed = writer.claim(lease, fitting, now + duration.toMillis());
        return new Claim(
                claimed, selected.more() || fitting.size() < selected.records().size());
    }

    private static List<RecordItem> expired(List<RecordItem> held, PartitionLease lease, Fence fence, long now) {
        return held.stream()
                .filter(RecordItem::isClaimed)
                .filter(item -> item.number(RecordItem.VERSION) != lease.version())
                .filter(item -> fence.isExpired(item, now))
                .toList();
    }

    /** Index entries: the oldest that wait, and those that are claimed. */
    private record IndexView(List<Keys.Key> waiting, List<Keys.Key> held) {}

    /** Empty as soon as there is any ordering key: an index may show siblings out of order. */
    private Optional<IndexView> readIndex(int partition, int most, long now) {
        List<Map<String, AttributeValue>> waiting = readIndex(partition, WAITING, most, now);
        List<Map<String, AttributeValue>> held = readIndex(partition, HELD, Integer.MAX_VALUE, now);
        boolean keyed = waiting.stream().anyMatch(entry -> entry.containsKey(RecordItem.KEY))
                || held.stream().anyMatch(entry -> entry.containsKey(RecordItem.KEY));
        return keyed
                ? Optional.empty()
                : Optional.of(new IndexView(
                        waiting.stream().map(Keys.Key::of).toList(),
                        held.stream().map(Keys.Key::of).toList()));
    }

    private List<Map<String, AttributeValue>> readIndex(int partition, String prefix, int most, long now) {
        List<Map<String, AttributeValue>> entries = new ArrayList<>();
        int[] due = new int[1];
        QueryRequest.Builder query = QueryRequest.builder()
                .indexName(CLAIM_INDEX)
                .keyConditionExpression("pk = :pk AND begins_with(claim_sort, :prefix)")
                .expressionAttributeValues(
                        Map.of(":pk", Av.s(parts.keys().partition(partition)), ":prefix", Av.s(prefix)));
        if (most < Integer.MAX_VALUE) {
            query.limit(most + 1);
        }
        parts.table().pages(query, page -> {
            for (Map<String, AttributeValue> entry : page.items()) {
                entries.add(entry);
                due[0] += Av.number(entry, RecordItem.DUE) <= now ? 1 : 0;
                if (entry.containsKey(RecordItem.KEY)) {
                    return false;
                }
            }
            return due[0] <= most;
        });
        return entries;
    }

    /** The records themselves, read consistently: entries of the index may be old. */
    private List<RecordItem> whole(List<Keys.Key> keys) {
        return parts.table().get(keys).stream().map(RecordItem::new).toList();
    }

    /**
     * The records that a claim takes.
     *
     * @param records oldest first
     * @param more whether there may be more
     */
    record Selected(List<RecordItem> records, boolean more) {

        /** Of records without ordering keys. A crashed one is taken alone. */
        static Selected of(List<RecordItem> read, int most, long now) {
            List<RecordItem> due = read.stream()
                    .filter(RecordItem::isPending)
                    .filter(item -> item.number(RecordItem.DUE) <= now)
                    .sorted(RecordItem::compareAge)
                    .toList();
            return cut(due, most);
        }

        static Selected cut(List<RecordItem> claimable, int most) {
            List<RecordItem> taken = new ArrayList<>();
            for (RecordItem item : claimable) {
                boolean crashed = item.number(RecordItem.CRASHES) > 0;
                if (taken.size() == most || (crashed && !taken.isEmpty())) {
                    break;
                }
                taken.add(item);
                if (crashed) {
                    break;
                }
            }
            return new Selected(taken, taken.size() < claimable.size());
        }
    }
}

package org.outboxee.dynamo.internal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.OutboxCounts;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.spi.PendingRecord;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Looks at records without changing them. Reads are consistent. Safe for any number of threads. */
final class Reader {

    private static final Comparator<Located> OLDEST_FIRST = Comparator.comparing(Cursor::of);

    private final Parts parts;
    private final Layout layout;

    Reader(Parts parts, Layout layout) {
        this.parts = parts;
        this.layout = layout;
    }

    /** Shows every item of a partition whose range key begins so, until the visitor has seen enough. */
    void each(int partition, String prefix, Predicate<RecordItem> visitor) {
        parts.table()
                .pages(
                        query(partition, prefix),
                        page -> page.items().stream().map(RecordItem::new).allMatch(visitor));
    }

    private QueryRequest.Builder query(int partition, String prefix) {
        return QueryRequest.builder()
                .consistentRead(true)
                .keyConditionExpression("pk = :pk AND begins_with(sk, :prefix)")
                .expressionAttributeValues(
                        Map.of(":pk", Av.s(parts.keys().partition(partition)), ":prefix", Av.s(prefix)));
    }

    private IntStream partitions() {
        return IntStream.range(0, parts.partitions());
    }

    /** A record, wherever it is. */
    Optional<Located> find(RecordId id) {
        var known = parts.table().get(parts.keys().id(id));
        if (!known.isEmpty()) {
            int partition = (int) Av.number(known, IdItem.PARTITION);
            var item = parts.table().get(new Keys.Key(parts.keys().partition(partition), Av.text(known, IdItem.PLACE)));
            if (!item.isEmpty() && new RecordItem(item).id().equals(id)) {
                return Optional.of(new Located(partition, new RecordItem(item)));
            }
        }
        return layout.find(id)
                .or(() -> search(id, Keys.DEAD))
                .or(() -> search(id, Keys.DELIVERED))
                .or(() -> layout.find(id)); // a replay may have moved it from where nobody had looked yet
    }

    /** Looks for a record among all that there are of a kind. */
    Optional<Located> search(RecordId id, String prefix) {
        List<Located> found = new ArrayList<>();
        partitions()
                .takeWhile(any -> found.isEmpty())
                .forEach(partition -> each(partition, prefix, item -> {
                    if (item.id().equals(id)) {
                        found.add(new Located(partition, item));
                    }
                    return found.isEmpty();
                }));
        return found.stream().findFirst();
    }

    List<PendingRecord> pending(int partition, int limit) {
        Oldest oldest = new Oldest(limit);
        read(parts.checked(partition), layout.prefix(), oldest, RecordItem::isPending);
        return oldest.inOrder().stream().map(record -> record.item().pending()).toList();
    }

    OutboxCounts counts() {
        long[] counts = new long[2];
        partitions()
                .forEach(partition -> each(partition, layout.prefix(), item -> {
                    counts[item.isPending() ? 0 : 1]++;
                    return true;
                }));
        return new OutboxCounts(
                counts[0],
                counts[1],
                partitions()
                        .mapToLong(partition -> count(partition, Keys.DEAD, Long.MAX_VALUE))
                        .sum(),
                partitions()
                        .mapToLong(partition -> count(partition, Keys.DELIVERED, Long.MAX_VALUE))
                        .sum());
    }

    long depth(long atMost) {
        long depth = 0;
        for (int partition = 0; partition < parts.partitions() && depth < atMost; partition++) {
            depth += count(partition, layout.prefix(), atMost - depth);
        }
        return Math.min(depth, atMost);
    }

    private long count(int partition, String prefix, long atMost) {
        QueryRequest.Builder query = query(partition, prefix).select(Select.COUNT);
        if (atMost < Integer.MAX_VALUE) {
            query.limit((int) atMost);
        }
        long[] count = new long[1];
        parts.table().pages(query, page -> {
            count[0] += page.count();
            return count[0] < atMost;
        });
        return count[0];
    }

    Optional<Instant> oldestPending() {
        Oldest oldest = new Oldest(1);
        partitions().forEach(partition -> read(partition, layout.prefix(), oldest, RecordItem::isPending));
        return oldest.inOrder().stream()
                .map(record -> Instant.ofEpochMilli(record.item().number(RecordItem.CREATED)))
                .findFirst();
    }

    /** Pages of the records that a filter matches. */
    <T> Page<T> page(RecordFilter filter, int limit, @Nullable String cursor, Function<Located, T> shown) {
        Cursor after = Cursor.decoded(cursor);
        Oldest oldest = new Oldest(Math.addExact(limit, 1));
        Predicate<RecordItem> matching = item -> Matching.matches(filter, item);
        for (String prefix : prefixes(filter.states())) {
            partitions()
                    .forEach(partition -> read(
                            partition,
                            prefix,
                            oldest,
                            matching.and(item -> after == null
                                    || Cursor.of(new Located(partition, item)).compareTo(after) > 0)));
        }
        List<Located> found = oldest.inOrder();
        boolean last = found.size() <= limit;
        List<Located> page = last ? found : found.subList(0, limit);
        return new Page<>(
                page.stream().map(shown).toList(),
                last ? null : Cursor.of(page.get(limit - 1)).encoded());
    }

    private Set<String> prefixes(Set<RecordState> states) {
        Set<String> prefixes = new TreeSet<>();
        for (RecordState state : states) {
            prefixes.add(
                    switch (state) {
                        case PENDING, CLAIMED -> layout.prefix();
                        case DEAD -> Keys.DEAD;
                        case DELIVERED -> Keys.DELIVERED;
                    });
        }
        return prefixes;
    }

    /** Where keys sort by seq, and so by creation, the first that match are the oldest. */
    private void read(int partition, String prefix, Oldest oldest, Predicate<RecordItem> matching) {
        boolean sorted = prefix.equals(Keys.DEAD) || (layout.sortsBySeq() && prefix.equals(layout.prefix()));
        int[] matched = new int[1];
        each(partition, prefix, item -> {
            if (matching.test(item)) {
                oldest.add(new Located(partition, item));
                matched[0]++;
            }
            return !sorted || matched[0] < oldest.limit;
        });
    }

    /** Groups the live records of a partition by lane. */
    Map<Object, List<RecordItem>> lanes(int partition) {
        Map<Object, List<RecordItem>> lanes = new HashMap<>();
        Consumer<RecordItem> add = item -> {
            if (item.lane() != null) {
                lanes.computeIfAbsent(item.lane(), lane -> new ArrayList<>())
                        .add(item.with(Map.of(), RecordItem.PAYLOAD, RecordItem.HEADERS));
            }
        };
        each(partition, layout.prefix(), item -> {
            add.accept(item);
            return true;
        });
        return lanes;
    }

    /** Keeps the oldest of many. */
    private static final class Oldest {

        private final int limit;
        private final PriorityQueue<Located> kept = new PriorityQueue<>(OLDEST_FIRST.reversed());

        Oldest(int limit) {
            this.limit = limit;
        }

        void add(Located record) {
            kept.add(record);
            if (kept.size() > limit) {
                kept.remove();
            }
        }

        List<Located> inOrder() {
            return kept.stream().sorted(OLDEST_FIRST).toList();
        }
    }
}

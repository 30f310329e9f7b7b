package org.outboxee.dynamo.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** What claims by age read. All reads are consistent. Safe for any number of threads. */
final class AgeReads {

    private final Parts parts;
    private final StoreEvents events;

    AgeReads(Parts parts, StoreEvents events) {
        this.parts = parts;
        this.events = events;
    }

    /**
     * The fence and the counter of a partition.
     *
     * @param fence the fence
     * @param seq the last seq given out
     * @param changes how often records were changed behind the owner's back
     */
    record Heads(Fence fence, long seq, long changes) {}

    Heads heads(int partition) {
        Keys.Key fence = parts.keys().fence(partition);
        Keys.Key counter = parts.keys().counter(partition);
        Map<Keys.Key, Map<String, AttributeValue>> items = new HashMap<>();
        parts.table().get(List.of(fence, counter)).forEach(item -> items.put(Keys.Key.of(item), item));
        Map<String, AttributeValue> counted = items.getOrDefault(counter, Map.of());
        return new Heads(
                Fence.of(items.getOrDefault(fence, Map.of())),
                Av.number(counted, Counters.Counter.SEQ),
                Av.number(counted, Counters.Counter.CHANGES));
    }

    /** Reads what there is up to the cursor into what is known. */
    void fill(int partition, Owned owned) {
        if (owned.cursor() == 0) {
            return;
        }
        int[] pages = new int[1];
        parts.table().pages(between(partition, 0, owned.cursor()), page -> {
            pages[0]++;
            page.items().forEach(item -> owned.known().put(new RecordItem(item)));
            return true;
        });
        events.scanned(partition, pages[0]);
    }

    private QueryRequest.Builder between(int partition, long first, long last) {
        return QueryRequest.builder()
                .consistentRead(true)
                .keyConditionExpression("pk = :pk AND sk BETWEEN :first AND :last")
                .expressionAttributeValues(Map.of(
                        ":pk", Av.s(parts.keys().partition(partition)),
                        ":first", Av.s(AgeLayout.key(first)),
                        ":last", Av.s(AgeLayout.key(last) + "$"))); // behind every binding: $ follows #
    }

    /**
     * Reads on from the cursor. Seqs have no gaps, so one that a query does not show is of a record that has ended
     * before it was read, or of a transaction that the service is about to finish: a query may show a part of it. The
     * cursor stops before the latter.
     *
     * @return whether the cursor has moved
     */
    boolean readOn(int partition, Owned owned, long last, int most) {
        long from = owned.cursor() + 1;
        List<RecordItem> read = new ArrayList<>();
        boolean[] cut = new boolean[1];
        parts.table().pages(between(partition, from, last).limit(most), page -> {
            page.items().forEach(item -> read.add(new RecordItem(item)));
            cut[0] = !page.lastEvaluatedKey().isEmpty();
            return read.size() < most;
        });
        long to = cut[0] && !read.isEmpty() ? read.get(read.size() - 1).number(RecordItem.SEQ) : last;
        Optional<Long> unfinished = fillGaps(partition, from, to, read);
        long end = unfinished.map(seq -> seq - 1).orElse(to);
        read.stream()
                .filter(item -> item.number(RecordItem.SEQ) <= end)
                .forEach(item -> owned.known().put(item));
        owned.advance(end);
        return end >= from;
    }

    /** Looks at each seq that is missing in a transaction of reads, which the service refuses while it is written. */
    private Optional<Long> fillGaps(int partition, long from, long to, List<RecordItem> read) {
        Set<Long> present =
                read.stream().map(item -> item.number(RecordItem.SEQ)).collect(Collectors.toSet());
        List<Long> missing = LongStream.rangeClosed(from, to)
                .filter(seq -> !present.contains(seq))
                .boxed()
                .toList();
        for (int i = 0; i < missing.size(); i += Table.MAX_ACTIONS) {
            List<Long> some = missing.subList(i, Math.min(missing.size(), i + Table.MAX_ACTIONS));
            List<Keys.Key> keys = some.stream()
                    .map(seq -> new Keys.Key(parts.keys().partition(partition), AgeLayout.key(seq)))
                    .toList();
            Optional<List<Map<String, AttributeValue>>> found = parts.table().getFinished(keys);
            if (found.isEmpty()) {
                return Optional.of(some.get(0));
            }
            found.get().forEach(item -> read.add(new RecordItem(item)));
        }
        return Optional.empty();
    }

    /** Reads some records again, in the order of the entries; those that are gone are left out, and forgotten. */
    List<RecordItem> again(Owned owned, List<Entry> entries) {
        if (entries.isEmpty()) {
            return List.of();
        }
        String pk = owned.pk();
        Map<String, RecordItem> found = new HashMap<>();
        parts.table()
                .get(entries.stream().map(entry -> new Keys.Key(pk, entry.sk())).toList())
                .forEach(item -> found.put(Av.text(item, Keys.SK), new RecordItem(item)));
        List<RecordItem> read = new ArrayList<>();
        for (Entry entry : entries) {
            RecordItem item = found.get(entry.sk());
            if (item == null) {
                owned.known().remove(entry.sk());
            } else {
                owned.known().put(item);
                read.add(item);
            }
        }
        return read;
    }

    /** The records with their content, in the same order; those that are gone are left out. */
    List<RecordItem> whole(Owned owned, List<Entry> entries) {
        Map<String, RecordItem> read = new HashMap<>();
        again(owned, entries.stream().filter(entry -> entry.item().isEmpty()).toList())
                .forEach(item -> read.put(item.key().sk(), item));
        return entries.stream()
                .flatMap(entry -> entry.item().or(() -> Optional.ofNullable(read.get(entry.sk()))).stream())
                .toList();
    }
}

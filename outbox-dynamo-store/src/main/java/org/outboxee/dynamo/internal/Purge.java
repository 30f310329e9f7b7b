package org.outboxee.dynamo.internal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Deletes what has been kept long enough, or what remains of it but its id. The service deletes what has ended, too, by
 * its {@code ttl}, without a cost and some time later; so this may find less than there was. Safe for any number of
 * threads.
 */
record Purge(Parts parts, Reader reader) {

    int run(Collection<Integer> partitions, @Nullable Instant deadBefore, int limit) {
        int changed = 0;
        for (int partition : partitions) {
            changed += delivered(partition, limit - changed);
            if (deadBefore != null) {
                changed += dead(partition, deadBefore.toEpochMilli(), limit - changed);
            }
        }
        return changed;
    }

    /** Range keys begin with the time at which the record goes: what is read is deleted. */
    private int delivered(int partition, int limit) {
        long now = parts.now();
        List<RecordItem> over = new ArrayList<>();
        collect(partition, Keys.DELIVERED, limit, over, item -> item.number(RecordItem.UNTIL) <= now, true);
        return (int) over.stream().filter(item -> end(partition, item, now)).count();
    }

    private boolean end(int partition, RecordItem item, long now) {
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(parts.write()
                .delete(item.key(), "un = :un", Map.of(":un", item.attributes().get(RecordItem.UNTIL))));
        if (item.isRemembered()) {
            long until = item.number(RecordItem.ENDED)
                    + parts.context().retention().ids().toMillis();
            if (until > now) {
                RecordItem kept = Ended.kept(Ended.stripped(item), until);
                actions.add(parts.write().put(kept.attributes()));
                actions.add(IdItem.moved(parts, kept, partition));
                return parts.table().transact(actions) instanceof TransactOutcome.Done;
            }
        }
        boolean ended = parts.table().transact(actions) instanceof TransactOutcome.Done;
        if (ended && item.isRemembered()) {
            // Unless a new message has taken it meanwhile.
            boolean unused = parts.table()
                    .delete(
                            parts.keys().id(item.id()),
                            "loc = :loc",
                            Map.of(":loc", item.attributes().get(Keys.SK)));
        }
        return ended;
    }

    private int dead(int partition, long before, int limit) {
        List<RecordItem> over = new ArrayList<>();
        collect(partition, Keys.DEAD, limit, over, item -> item.number(RecordItem.ENDED) < before, false);
        return (int) over.stream().filter(this::forget).count();
    }

    private boolean forget(RecordItem item) {
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(parts.write()
                .delete(item.key(), "u = :u", Map.of(":u", item.attributes().get(RecordItem.ENDED))));
        if (item.isRemembered()) {
            actions.add(IdItem.free(parts, item));
        }
        return parts.table().transact(actions) instanceof TransactOutcome.Done;
    }

    private void collect(
            int partition,
            String prefix,
            int limit,
            List<RecordItem> found,
            Predicate<RecordItem> over,
            boolean untilFirst) {
        if (limit <= 0) {
            return;
        }
        reader.each(partition, prefix, item -> {
            if (over.test(item)) {
                found.add(item.with(Map.of()));
            } else if (untilFirst) {
                return false;
            }
            return found.size() < limit;
        });
    }
}

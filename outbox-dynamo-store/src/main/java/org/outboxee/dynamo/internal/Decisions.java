package org.outboxee.dynamo.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.spi.ClaimedRecord;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What operators decide, and what becomes of records without a binding. Safe for any number of threads. */
final class Decisions {

    private final Parts parts;
    private final Layout layout;
    private final Reader reader;

    Decisions(Parts parts, Layout layout, Reader reader) {
        this.parts = parts;
        this.layout = layout;
        this.reader = reader;
    }

    boolean replay(RecordId id) {
        return reader.find(id)
                .filter(found -> found.item().state() == RecordState.DEAD)
                .map(this::replay)
                .orElse(false);
    }

    private boolean replay(Located dead) {
        RecordItem live = Ended.revived(layout, dead.item(), parts.now());
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(deleteUnchanged(dead.item()));
        actions.add(parts.write().put(live.attributes(), Write.ABSENT, Map.of()));
        if (live.isRemembered()) {
            actions.add(IdItem.moved(parts, live, dead.partition()));
        }
        actions.addAll(layout.changing(dead.partition()));
        return parts.table().transact(actions) instanceof TransactOutcome.Done;
    }

    /** One transaction each: a failure leaves those replayed that were, and the same call goes on with the rest. */
    Page<RecordId> replay(RecordFilter filter, int limit, @Nullable String cursor) {
        Page<Located> dead = reader.page(filter.in(RecordState.DEAD), limit, cursor, found -> found);
        return new Page<>(
                dead.items().stream()
                        .filter(this::replay)
                        .map(found -> found.item().id())
                        .toList(),
                dead.nextCursor());
    }

    /** A record that is changed at the same time is looked at again. */
    boolean discard(RecordId id) {
        while (true) {
            Optional<Located> found = reader.find(id);
            if (found.isEmpty()
                    || found.get().item().isClaimed()
                    || found.get().item().state() == RecordState.DELIVERED) {
                return false;
            }
            if (discard(found.get())) {
                return true;
            }
        }
    }

    private boolean discard(Located record) {
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(deleteUnchanged(record.item()));
        if (record.item().isRemembered()) {
            actions.add(IdItem.free(parts, record.item()));
        }
        if (record.item().isPending()) {
            actions.addAll(layout.changing(record.partition()));
        }
        return parts.table().transact(actions) instanceof TransactOutcome.Done;
    }

    private TransactWriteItem deleteUnchanged(RecordItem item) {
        return parts.write()
                .delete(
                        item.key(),
                        "m = :m AND st = :st",
                        Map.of(
                                ":m", item.attributes().get(RecordItem.MODIFICATION),
                                ":st", item.attributes().get(RecordItem.STATE)));
    }

    /** A binding that has a record of the message keeps it. */
    boolean expand(ClaimedRecord claimed, Set<String> bindings) {
        ClaimHandle handle = (ClaimHandle) claimed.handle();
        Set<String> wanted = new TreeSet<>(bindings);
        while (true) {
            List<String> added = new ArrayList<>();
            List<TransactWriteItem> actions = new ArrayList<>();
            actions.add(parts.write().delete(handle.item().key(), "t = :t", Map.of(":t", Av.s(claimed.token()))));
            if (handle.item().isRemembered()) {
                actions.add(IdItem.free(parts, handle.item()));
            }
            actions.addAll(layout.changing(claimed.partition()));
            int first = actions.size();
            wanted.forEach(binding -> add(claimed, handle.item(), binding, actions, added));
            if (!(parts.table().transact(actions) instanceof TransactOutcome.Refused refused)) {
                return true;
            }
            if (refused.failed(0)) {
                return false;
            }
            refused.failed().stream()
                    .filter(action -> action >= first)
                    .forEach(action -> wanted.remove(added.get(action - first)));
        }
    }

    private void add(
            ClaimedRecord claimed,
            RecordItem unbound,
            String binding,
            List<TransactWriteItem> actions,
            List<String> added) {
        RecordItem bound = Change.pending(layout, unbound.with(RecordItem.BINDING, Av.s(binding)));
        RecordItem placed = bound.with(Keys.SK, Av.s(layout.expandedKey(bound)));
        RecordItem stored = placed.with(layout.pendingAttributes(placed));
        if (unbound.isRemembered()) {
            actions.add(IdItem.take(parts, stored, claimed.partition(), parts.now()));
            added.add(binding);
        }
        actions.add(parts.write().put(stored.attributes(), Write.ABSENT, Map.of()));
        added.add(binding);
    }
}

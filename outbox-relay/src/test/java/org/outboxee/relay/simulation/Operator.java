package org.outboxee.relay.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxee.admin.Page;
import org.outboxee.admin.RecordFilter;
import org.outboxee.admin.RecordId;
import org.outboxee.admin.RecordState;
import org.outboxee.admin.RecordSummary;

/** Somebody who searches, replays and discards at random. */
final class Operator {

    private static final int PAGE = 40;

    private final World world;
    private final WatchedStore store;

    Operator(World world, WatchedStore store) {
        this.world = world;
        this.store = store;
    }

    void replay() {
        List<Entry> dead = withState(Entry.State.DEAD);
        if (!dead.isEmpty()) {
            world.journal().happened(Happening.REPLAY);
            store.replay(anyOf(dead).id);
        }
    }

    void replayAll() {
        world.journal().happened(Happening.REPLAY_OF_ALL);
        String cursor = null;
        do {
            Page<RecordId> page = store.replay(RecordFilter.of(RecordState.DEAD), PAGE, cursor);
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    /** Whatever there is, also what is claimed or delivered: then it is refused. */
    void discard() {
        List<Entry> entries = new ArrayList<>(world.ledger().entries());
        if (!entries.isEmpty()) {
            store.discard(anyOf(entries).id);
        }
    }

    /** Everything, and compares it. */
    void search() {
        world.journal().happened(Happening.SEARCH);
        Set<RecordId> found = new HashSet<>();
        @Nullable String cursor = null;
        do {
            Page<RecordSummary> page = store.search(RecordFilter.all(), PAGE, cursor);
            page.items().forEach(record -> compare(record, found));
            cursor = page.nextCursor();
        } while (cursor != null);
        for (Entry entry : world.ledger().entries()) {
            boolean shown = entry.state != Entry.State.GONE;
            world.journal()
                    .check(
                            shown == found.contains(entry.id),
                            entry.isOpen() ? Check.NOTHING_IS_LOST : Check.STORE,
                            () -> entry + " is shown: " + !shown);
        }
    }

    private void compare(RecordSummary record, Set<RecordId> found) {
        found.add(record.id());
        Entry entry = world.ledger().get(record.id());
        world.journal()
                .check(
                        record.state().name().equals(entry.state.name()) && record.attempts() == entry.attempts,
                        Check.STORE,
                        () -> entry + " is shown as " + record);
    }

    private List<Entry> withState(Entry.State state) {
        return world.ledger().entries().stream()
                .filter(entry -> entry.state == state)
                .toList();
    }

    private Entry anyOf(List<Entry> entries) {
        return entries.get(world.random().nextInt(entries.size()));
    }
}

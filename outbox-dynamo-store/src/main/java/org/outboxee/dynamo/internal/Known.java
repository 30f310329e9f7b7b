package org.outboxee.dynamo.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.Lane;

/**
 * The live records of a partition that its owner has read: lanes in their order, what may be claimed at once, what
 * becomes due later, and what is claimed. Content is kept for as many bytes as fit. Used by one thread at a time.
 */
final class Known {

    /** As many records as are kept in mind; beyond it nothing is read on until some have ended. */
    static final int MOST = 100_000;

    private static final long MAX_BYTES = 4 * 1024 * 1024;

    private final Map<String, Entry> bySk = new HashMap<>();
    private final Map<Lane, LaneView> lanes = new HashMap<>();
    private final Map<String, Entry> held = new HashMap<>();
    private final TreeSet<Entry> due = new TreeSet<>(Entry.BY_SEQ);
    private final TreeSet<Entry> later = new TreeSet<>(Entry.BY_DUE);
    private long bytes;

    private static final class LaneView {

        private final Lane lane;
        private final TreeSet<Entry> records = new TreeSet<>(Entry.BY_SEQ);
        private int claimed;
        private @Nullable Entry offered;

        LaneView(Lane lane) {
            this.lane = lane;
        }
    }

    boolean isFull() {
        return bySk.size() >= MOST;
    }

    boolean has(String sk) {
        return bySk.containsKey(sk);
    }

    /** Takes a record as it was read or written; replaces what was known of it. */
    void put(RecordItem read) {
        String sk = read.key().sk();
        remove(sk);
        boolean withContent = read.isPending() && bytes + read.size() <= MAX_BYTES;
        Lane key = read.lane();
        LaneView view = key == null ? null : lanes.computeIfAbsent(key, LaneView::new);
        Entry entry = Entry.of(read, view == null ? null : view.lane, withContent);
        bytes += size(entry);
        bySk.put(sk, entry);
        if (entry.isClaimed()) {
            held.put(sk, entry);
        }
        if (view == null) {
            offer(entry);
        } else {
            view.records.add(entry);
            view.claimed += entry.isClaimed() ? 1 : 0;
            offerHead(view);
        }
    }

    /** Forgets a record that is not live any more. */
    void remove(String sk) {
        Entry entry = bySk.remove(sk);
        if (entry == null) {
            return;
        }
        bytes -= size(entry);
        held.remove(sk);
        withdraw(entry);
        LaneView view = view(entry);
        if (view != null) {
            view.records.remove(entry);
            view.claimed -= entry.isClaimed() ? 1 : 0;
            offerHead(view);
            if (view.records.isEmpty()) {
                lanes.remove(view.lane);
            }
        }
    }

    private static int size(Entry entry) {
        return entry.item().map(RecordItem::size).orElse(0);
    }

    private @Nullable LaneView view(Entry entry) {
        return entry.lane == null ? null : lanes.get(entry.lane);
    }

    private void offerHead(LaneView view) {
        Entry offered = view.offered;
        if (offered != null) {
            withdraw(offered);
            view.offered = null;
        }
        if (view.claimed == 0 && !view.records.isEmpty()) {
            Entry head = view.records.first();
            view.offered = head;
            offer(head);
        }
    }

    /** Everything begins as one that becomes due. */
    private void offer(Entry entry) {
        if (!entry.isClaimed()) {
            later.add(entry);
        }
    }

    private void withdraw(Entry entry) {
        due.remove(entry);
        later.remove(entry);
    }

    /** A clock that is set back makes nothing undue again: a delivery would only be late. */
    private void advance(long now) {
        while (!later.isEmpty() && later.first().due <= now) {
            due.add(later.pollFirst());
        }
    }

    boolean hasDue(long now) {
        advance(now);
        return !due.isEmpty();
    }

    /** The oldest records that can be claimed, by seq; one that has crashed alone. */
    List<Entry> claimable(int most, long now) {
        advance(now);
        List<Entry> taken = new ArrayList<>();
        PriorityQueue<Entry> followers = new PriorityQueue<>(Entry.BY_SEQ);
        Iterator<Entry> heads = due.iterator();
        Entry head = heads.hasNext() ? heads.next() : null;
        while (taken.size() < most) {
            Entry follower = followers.peek();
            boolean takesHead = head != null && (follower == null || Entry.BY_SEQ.compare(head, follower) < 0);
            Entry next = takesHead ? head : followers.poll();
            if (next == null || (next.crashed && !taken.isEmpty())) {
                break;
            }
            if (takesHead) {
                head = heads.hasNext() ? heads.next() : null;
            }
            taken.add(next);
            if (next.crashed) {
                break;
            }
            behind(next).filter(entry -> entry.due <= now).ifPresent(followers::add);
        }
        return taken;
    }

    private Optional<Entry> behind(Entry entry) {
        LaneView view = view(entry);
        return view == null ? Optional.empty() : Optional.ofNullable(view.records.higher(entry));
    }

    /** What is claimed under other versions than this. */
    List<Entry> heldByFormer(long version) {
        return held.values().stream()
                .filter(entry -> entry.claimed != null && entry.claimed.version() != version)
                .sorted(Entry.BY_SEQ)
                .toList();
    }

    /** What is claimed with one of some tokens. */
    List<Entry> heldWith(Set<String> tokens) {
        return held.values().stream()
                .filter(entry -> entry.claimed != null && tokens.contains(entry.claimed.token()))
                .sorted(Entry.BY_SEQ)
                .toList();
    }
}

package org.outboxee.memory.internal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Chooses what one claim takes: merges the heads of the free lanes with the records that follow a chosen one in its
 * lane, oldest first. Looks at no more records than it chooses, plus one. For one use, under the monitor of its
 * {@link PartitionQueue}.
 */
final class Selection {

    private final Instant now;
    private final Iterator<Lane> lanes;
    private final PriorityQueue<Candidate> siblings = new PriorityQueue<>(Comparator.comparing(Candidate::order));
    private final List<StoredRecord> chosen = new ArrayList<>();
    private @Nullable Candidate head;
    private boolean more;

    /** A record, and where it stands: never before the record of its lane that comes before it. */
    private record Candidate(StoredRecord record, Age order) {}

    Selection(FreeLanes free, Instant now, int limit) {
        this.now = now;
        lanes = free.byAge(now);
        head = nextHead();
        choose(limit);
    }

    /** The records to claim, in order. */
    List<StoredRecord> chosen() {
        return chosen;
    }

    /** Whether another record could have been claimed. */
    boolean more() {
        return more;
    }

    private void choose(int limit) {
        for (Candidate next = poll(); next != null; next = poll()) {
            boolean crashed = next.record().crashes > 0;
            if (chosen.size() == limit || (crashed && !chosen.isEmpty())) {
                more = true;
                return;
            }
            chosen.add(next.record());
            if (crashed) {
                more = head != null;
                return;
            }
            follow(next);
        }
    }

    private @Nullable Candidate poll() {
        Candidate sibling = siblings.peek();
        Candidate first = head;
        if (first == null || (sibling != null && sibling.order().compareTo(first.order()) < 0)) {
            return siblings.poll();
        }
        head = nextHead();
        return first;
    }

    private @Nullable Candidate nextHead() {
        while (lanes.hasNext()) {
            StoredRecord record = lanes.next().head();
            if (record.isDue(now)) {
                return new Candidate(record, record.age);
            }
        }
        return null;
    }

    private void follow(Candidate candidate) {
        Lane lane = candidate.record().lane;
        StoredRecord sibling = lane == null ? null : lane.after(candidate.record());
        if (sibling != null && sibling.isDue(now)) {
            siblings.add(new Candidate(sibling, Age.max(candidate.order(), sibling.age)));
        }
    }
}

package org.outboxee.memory.internal;

import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The lanes of a partition without a claimed record: those whose head is due by age, the others by due time. Blocked
 * lanes are in neither, so a claim never looks at them. A lane must be taken out before one of its records changes,
 * since its head is what it is sorted by. Guarded by the monitor of its {@link PartitionQueue}.
 */
final class FreeLanes {

    private static final Comparator<Lane> BY_AGE = Comparator.comparing(lane -> lane.head().age);
    private static final Comparator<Lane> BY_DUE =
            Comparator.<Lane, Instant>comparing(lane -> lane.head().availableAt).thenComparing(BY_AGE);

    private final NavigableSet<Lane> ready = new TreeSet<>(BY_AGE);
    private final NavigableSet<Lane> waiting = new TreeSet<>(BY_DUE);

    /** Takes a lane out, if it is in. */
    void remove(Lane lane) {
        if (!lane.isEmpty() && !ready.remove(lane)) {
            waiting.remove(lane);
        }
    }

    /** Puts a lane in, if it has records of which none is claimed. */
    void add(Lane lane) {
        if (!lane.isEmpty() && lane.isFree()) {
            waiting.add(lane);
        }
    }

    /** The lanes whose head is due, oldest first; also some that were due before the clock was set back. */
    Iterator<Lane> byAge(Instant now) {
        while (!waiting.isEmpty() && waiting.first().head().isDue(now)) {
            ready.add(waiting.pollFirst());
        }
        return ready.iterator();
    }
}

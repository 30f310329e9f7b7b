package org.outboxee.relay.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Lane;

/**
 * What one claim returned of one lane, to be delivered one by one; or one record without a key. Guarded by the
 * {@link LaneQueue} that it is in.
 */
final class LaneWork {

    private final int partition;
    private final long claimStart;
    private final Deque<ClaimedRecord> waiting;
    private final @Nullable Lane lane;
    private @Nullable ClaimedRecord running;

    /**
     * Work from one claim.
     *
     * @param claimStart the ticker's nanoseconds from before the claim
     * @param records records of one lane in order, not empty
     */
    LaneWork(int partition, long claimStart, Collection<ClaimedRecord> records) {
        this.partition = partition;
        this.claimStart = claimStart;
        this.waiting = new ArrayDeque<>(records);
        this.lane = this.waiting.getFirst().lane();
    }

    /** The lane, {@code null} of a record without a key. */
    @Nullable
    Lane lane() {
        return lane;
    }

    /** The record that runs, or else the next one; {@code null} when nothing is left. */
    @Nullable
    ClaimedRecord current() {
        return running == null ? waiting.peek() : running;
    }

    /** The record that comes next, {@code null} when none waits. */
    @Nullable
    ClaimedRecord peek() {
        return waiting.peek();
    }

    /** Whether a record waits that matches. */
    boolean anyWaiting(Predicate<ClaimedRecord> matching) {
        return waiting.stream().anyMatch(matching);
    }

    int partition() {
        return partition;
    }

    long claimStart() {
        return claimStart;
    }

    int waiting() {
        return waiting.size();
    }

    @Nullable
    ClaimedRecord running() {
        return running;
    }

    /** Makes the next record the running one; {@code null} if none waits. */
    @Nullable
    ClaimedRecord advance() {
        running = waiting.poll();
        return running;
    }

    /** Lets the running record wait again, before all others. */
    void putBack() {
        if (running != null) {
            waiting.addFirst(running);
            running = null;
        }
    }

    void ended() {
        running = null;
    }

    /** Takes everything that waits. */
    List<ClaimedRecord> drop() {
        List<ClaimedRecord> dropped = new ArrayList<>(waiting);
        waiting.clear();
        return dropped;
    }
}

package org.outboxee.relay.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.PartitionLease;

/** A record as it should be. */
final class Entry {

    enum State {
        PENDING,
        CLAIMED,
        DEAD,
        DELIVERED,
        /** Delivered and not kept, discarded, expanded or purged. */
        GONE
    }

    final RecordId id;
    final String name;

    /** Its place among all records, in the order of commits. */
    final long order;

    final String laneName;

    /** What is open of its lane, oldest first; of a record without a key, itself. */
    final List<Entry> lane;

    State state = State.PENDING;

    /** Known once it has been claimed. */
    int partition = -1;

    Instant due;
    int attempts;
    int crashes;

    /** When it became pending in its lane, as the number of an operation. */
    long activeSince;

    /** When it ended, or how long it is kept. */
    Instant ended = Instant.MAX;

    // Of the last claim.
    String token = "";
    String owner = "";
    long version;
    Instant expires = Instant.MIN;
    long claimedAt;
    Duration forwardAtClaim = Duration.ZERO;
    boolean succeeded;
    boolean failedForGood;

    Entry(RecordId id, String name, long order, String laneName, List<Entry> lane, Instant due) {
        this.id = id;
        this.name = name;
        this.order = order;
        this.laneName = laneName;
        this.lane = lane;
        this.due = due;
    }

    boolean isOpen() {
        return state == State.PENDING || state == State.CLAIMED;
    }

    /** The lease that it was last claimed with. */
    PartitionLease lease() {
        return new PartitionLease(partition, owner, version);
    }

    boolean carries(String claimToken) {
        return state == State.CLAIMED && token.equals(claimToken);
    }

    /** What is older and open in its lane. */
    List<Entry> older() {
        return lane.subList(0, Math.max(0, lane.indexOf(this)));
    }

    /** The younger ones of its lane from the same claim, copied. */
    List<Entry> tail() {
        List<Entry> tail = new ArrayList<>();
        for (Entry younger : lane.subList(lane.indexOf(this) + 1, lane.size())) {
            if (younger.carries(token)) {
                tail.add(younger);
            }
        }
        return tail;
    }

    void enterLane(long operation) {
        activeSince = operation;
        int place = lane.size();
        while (place > 0 && lane.get(place - 1).order > order) {
            place--;
        }
        lane.add(place, this);
    }

    void leaveLane() {
        lane.remove(this);
    }

    @Override
    public String toString() {
        return id + " (" + state + (state == State.CLAIMED ? " by " + owner + " version " + version : "") + ", due "
                + due + ", attempts " + attempts + ", crashes " + crashes + ")";
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a claim takes: the oldest records of a partition that their lanes let go. Reads a bounded number of records;
 * when that is not enough, since too many are blocked, what is left is for the next claim, which finds these parked.
 * For one claim.
 */
final class Selection {

    /** How many blocked records are read over before they are parked, for each record wanted. */
    private static final int BLOCKED_PER_RECORD = 2;

    /** The same for small claims. */
    private static final int BLOCKED_AT_LEAST = 100;

    private final EntityManager entities;
    private final int partitionId;
    private final int most;
    private final LaneChecks lanes;
    private final List<Candidate> chosen = new ArrayList<>();
    private final List<Candidate> blocked = new ArrayList<>();
    private boolean complete;
    private boolean more;

    private Selection(EntityManager entities, int partitionId, int most, LaneHeads heads) {
        this.entities = entities;
        this.partitionId = partitionId;
        this.most = most;
        this.lanes = new LaneChecks(entities, partitionId, heads);
    }

    static Selection of(EntityManager entities, int partitionId, int limit, LaneHeads heads) {
        Selection selection = new Selection(entities, partitionId, Math.min(limit, Integer.MAX_VALUE - 1), heads);
        selection.read();
        return selection;
    }

    private void read() {
        @Nullable Candidate last = null;
        List<Candidate> page;
        do {
            page = Candidate.page(entities, partitionId, last, most + 1);
            add(page);
            last = page.isEmpty() ? null : page.get(page.size() - 1);
        } while (!complete && !tooManyBlocked() && page.size() > most);
        more |= !complete && page.size() > most;
    }

    private void add(List<Candidate> page) {
        Set<Long> free = lanes.free(page);
        for (Candidate candidate : page) {
            if (!free.contains(candidate.rowId())) {
                blocked.add(candidate.withoutBody());
            } else if (chosen.size() == most || (candidate.crashes() > 0 && !chosen.isEmpty())) {
                // One that has crashed goes alone: the batch ends before it, unless it is the first.
                complete = true;
                more = true;
                return;
            } else {
                chosen.add(candidate);
                if (candidate.crashes() > 0) {
                    complete = true;
                    more = page.size() > 1;
                    return;
                }
            }
        }
    }

    private boolean tooManyBlocked() {
        return blocked.size() > Math.max(BLOCKED_AT_LEAST, (long) BLOCKED_PER_RECORD * most);
    }

    /** In the order of the claim. */
    List<Candidate> chosen() {
        return chosen;
    }

    /** Whether more records may be claimable. */
    boolean more() {
        return more;
    }

    /** The blocked records that stand in the way of the next claims; none while they are few. */
    List<Candidate> inTheWay() {
        return tooManyBlocked() ? blocked : List.of();
    }
}

package org.outboxee.admin;

/**
 * An ordering key of a binding whose oldest message keeps the others waiting: it waits for its next attempt, or a node
 * that is gone has claimed it.
 *
 * @param head the oldest record, which is to be delivered first
 * @param behind how many records wait behind it; {@value #MAX_BEHIND} stands for that many or more
 */
public record StalledLane(RecordSummary head, int behind) {

    /** As far as is counted. */
    public static final int MAX_BEHIND = 1000;
}

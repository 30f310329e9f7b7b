package org.outboxee.dynamo.internal;

import java.util.List;
import org.outboxee.spi.PartitionLease;

/**
 * What a claim knows of a record that it returned.
 *
 * @param item the record as the claim wrote it
 * @param lease under which it was claimed
 * @param claim all records of the claim, in their order
 */
record ClaimHandle(RecordItem item, PartitionLease lease, List<RecordItem> claim) {

    /** The younger records of its lane in the same claim. */
    List<RecordItem> tail() {
        var lane = item.lane();
        return lane == null
                ? List.of()
                : claim.stream()
                        .filter(other -> lane.equals(other.lane()))
                        .filter(other -> other.number(RecordItem.SEQ) > item.number(RecordItem.SEQ))
                        .toList();
    }
}

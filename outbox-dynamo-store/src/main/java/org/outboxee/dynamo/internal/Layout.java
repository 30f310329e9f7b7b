package org.outboxee.dynamo.internal;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.Claim;
import org.outboxee.spi.PartitionLease;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Where the records that are pending or claimed live, and how a claim finds them. Safe for any number of threads. */
interface Layout {

    /** The name of the layout, as it is recorded and configured. */
    String name();

    /** What the range keys of all live records begin with, and those of nothing else. */
    String prefix();

    /** Whether range keys of live records sort by seq. */
    boolean sortsBySeq();

    /** The range key of a record that is appended. */
    String appendedKey(RecordItem record);

    /** The range key of a record that is written with the seq of another one of its message. */
    String expandedKey(RecordItem record);

    /** Attributes of a pending record that claims find it by. */
    Map<String, AttributeValue> pendingAttributes(RecordItem record);

    /** Attributes of a claimed record that claims find it by. */
    Map<String, AttributeValue> claimedAttributes(RecordItem record);

    /** A live record whose place is not known from its id; reads as much as it takes. */
    Optional<Located> find(RecordId id);

    /** Claims as the SPI says. */
    Claim claim(PartitionLease lease, int limit, Duration duration);

    /** Actions for transactions that change a live record behind the back of its partition's owner. */
    List<TransactWriteItem> changing(int partition);

    /**
     * A claimed record was settled.
     *
     * @param handle its claim
     * @param left the record as it is now, empty if it is not live any more
     */
    void settled(ClaimHandle handle, Optional<RecordItem> left);

    /** Whether a partition may have work. */
    boolean mayHaveWork(int partition);
}

package org.outboxee.dynamo.internal;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.outboxee.admin.RecordId;
import org.outboxee.spi.Claim;
import org.outboxee.spi.PartitionLease;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The layout by age: range keys are seqs, so new records are read once, from where the last claim ended. What else a
 * claim has to know, the owner keeps in mind; it reads that again when the fence or the counter says that somebody else
 * has changed something.
 */
final class AgeLayout implements Layout {

    static final String NAME = "age";

    static final String PREFIX = "R#";

    private final Parts parts;
    private final Reader reader;
    private final AgeReads reads;
    private final StoreEvents events;
    private final Map<Integer, Owned> partitions = new ConcurrentHashMap<>();

    AgeLayout(Parts parts, StoreEvents events) {
        this.parts = parts;
        this.events = events;
        reader = new Reader(parts, this);
        reads = new AgeReads(parts, events);
    }

    /** The range key of the record that was appended with a seq. */
    static String key(long seq) {
        return PREFIX + Keys.ordered(seq);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String prefix() {
        return PREFIX;
    }

    @Override
    public boolean sortsBySeq() {
        return true;
    }

    @Override
    public String appendedKey(RecordItem record) {
        return key(record.number(RecordItem.SEQ));
    }

    @Override
    public String expandedKey(RecordItem record) {
        return key(record.number(RecordItem.SEQ)) + "#" + Keys.escape(record.text(RecordItem.BINDING));
    }

    @Override
    public Map<String, AttributeValue> pendingAttributes(RecordItem record) {
        return Map.of();
    }

    @Override
    public Map<String, AttributeValue> claimedAttributes(RecordItem record) {
        return Map.of();
    }

    @Override
    public Optional<Located> find(RecordId id) {
        return reader.search(id, PREFIX);
    }

    @Override
    public Claim claim(PartitionLease lease, int limit, Duration duration) {
        Owned owned = owned(lease.partition());
        synchronized (owned) {
            return new AgeClaim(parts, this, reads, events, owned, lease).run(limit, duration);
        }
    }

    @Override
    public List<TransactWriteItem> changing(int partition) {
        return List.of(parts.write().update(parts.keys().counter(partition), "ADD ch :one", Map.of(":one", Av.n(1))));
    }

    @Override
    public void settled(ClaimHandle handle, Optional<RecordItem> left) {
        owned(handle.lease().partition()).note(handle, left);
    }

    @Override
    public boolean mayHaveWork(int partition) {
        AgeReads.Heads heads = reads.heads(partition);
        Owned owned = owned(partition);
        synchronized (owned) {
            if (!owned.isCurrent(heads.fence(), heads.changes())
                    || !owned.uncertain().isEmpty()) {
                return mayHaveWorkUnknown(partition, heads.fence());
            }
            owned.takeNotes();
            return owned.cursor() < heads.seq() || owned.known().hasDue(parts.now()) || hasFormer(owned, heads.fence());
        }
    }

    /** What former owners hold may have been settled by them, or expired. */
    private boolean hasFormer(Owned owned, Fence fence) {
        reads.again(owned, owned.known().heldByFormer(fence.version()));
        long now = parts.now();
        return owned.known().hasDue(now)
                || owned.known().heldByFormer(fence.version()).stream().anyMatch(entry -> fence.isExpired(entry, now));
    }

    private boolean mayHaveWorkUnknown(int partition, Fence fence) {
        long now = parts.now();
        boolean[] work = new boolean[1];
        reader.each(partition, PREFIX, item -> {
            work[0] = item.isPending()
                    ? item.number(RecordItem.DUE) <= now
                    : fence.isExpired(item, now) && item.number(RecordItem.VERSION) != fence.version();
            return !work[0];
        });
        return work[0];
    }

    private Owned owned(int partition) {
        return partitions.computeIfAbsent(
                partition, any -> new Owned(parts.keys().partition(partition)));
    }
}

package org.outboxee.dynamo.internal;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.PartitionOwner;
import org.outboxee.spi.StaleFencingTokenException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The fence item of a partition.
 *
 * @param ownerOrNull the owner's incarnation, {@code null} for none
 * @param version the newest version, 0 if it was never owned
 * @param expired versions whose claims count as expired
 * @param claims how many claims there were; kept by the layout by age
 * @param cursor up to which seq an owner has seen every record; kept by the layout by age
 */
record Fence(@Nullable String ownerOrNull, long version, Set<Long> expired, long claims, long cursor) {

    /** The fence of a partition that was never owned. */
    static final Fence NEW = new Fence(null, 0, Set.of(), 0, 0);

    static final String OWNER = "o";
    static final String VERSION = "v";
    static final String EXPIRED = "xp";
    static final String CLAIMS = "cl";
    static final String CURSOR = "cu";

    static Fence of(Map<String, AttributeValue> item) {
        if (item.isEmpty()) {
            return NEW;
        }
        AttributeValue owner = item.get(OWNER);
        AttributeValue expired = item.get(EXPIRED);
        return new Fence(
                owner == null ? null : owner.s(),
                Av.number(item, VERSION),
                expired == null
                        ? Set.of()
                        : expired.ns().stream().map(Long::valueOf).collect(Collectors.toUnmodifiableSet()),
                Av.number(item, CLAIMS),
                Av.number(item, CURSOR));
    }

    /** Whether a claim is over. */
    boolean isExpired(RecordItem claimed, long now) {
        return claimed.number(RecordItem.LEASE) <= now || expired.contains(claimed.number(RecordItem.VERSION));
    }

    /** Whether the claim of a record that is kept in mind is over. */
    boolean isExpired(Entry entry, long now) {
        return entry.claimed != null && (entry.claimed.lease() <= now || expired.contains(entry.claimed.version()));
    }

    PartitionOwner owner(int partition) {
        return new PartitionOwner(partition, ownerOrNull, version);
    }

    /** @throws StaleFencingTokenException if it is not this lease that the fence lets through */
    void check(PartitionLease lease) {
        if (version != lease.version() || !lease.owner().equals(ownerOrNull)) {
            throw new StaleFencingTokenException(lease);
        }
    }
}

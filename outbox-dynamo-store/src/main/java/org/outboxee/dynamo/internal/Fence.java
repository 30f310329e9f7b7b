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
 */
record Fence(@Nullable String ownerOrNull, long version, Set<Long> expired) {

    /** The fence of a partition that was never owned. */
    static final Fence NEW = new Fence(null, 0, Set.of());

    static final String OWNER = "o";
    static final String VERSION = "v";
    static final String EXPIRED = "xp";

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
                        : expired.ns().stream().map(Long::valueOf).collect(Collectors.toUnmodifiableSet()));
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

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.outboxee.spi.Claim;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.StaleFencingTokenException;

/** Claims records of one partition in one short transaction. Safe for any number of threads. */
final class Claims {

    private final StoreParts parts;
    private final FormerClaims former = new FormerClaims();
    private final UncertainClaims uncertain = new UncertainClaims();

    Claims(StoreParts parts) {
        this.parts = parts;
    }

    Claim claim(PartitionLease lease, int limit, Duration duration) {
        int partitionId = parts.partitions().id(lease.partition());
        String token = Tokens.next();
        Set<String> toRelease = uncertain.of(partitionId);
        AtomicBoolean committing = new AtomicBoolean();
        try {
            Claim claim = parts.work()
                    .inTransactionThatPreparesItself("claim from partition " + lease.partition(), entities -> {
                        committing.set(false);
                        lockAndCheck(entities, partitionId, lease);
                        if (limit <= 0) {
                            return Claim.EMPTY;
                        }
                        UncertainClaims.release(entities, parts.database(), partitionId, toRelease);
                        long now = parts.clock().millis();
                        former.recover(entities, parts.database(), partitionId, lease.version(), now);
                        Stamp stamp = new Stamp(token, lease.version(), now + duration.toMillis());
                        Claim claimed = select(entities, partitionId, lease.partition(), limit, now, stamp);
                        // What fails from here on is the commit: only that can have happened all the same.
                        committing.set(!claimed.records().isEmpty());
                        return claimed;
                    });
            if (limit > 0) {
                uncertain.forget(partitionId, toRelease);
            }
            return claim;
        } catch (RuntimeException e) {
            if (committing.get()) {
                uncertain.add(partitionId, token);
            }
            throw e;
        }
    }

    void expire(PartitionLease lease, long version) {
        int partitionId = parts.partitions().id(lease.partition());
        parts.work().inNewTransaction("end the claims of a dead node", entities -> {
            lockAndCheck(entities, partitionId, lease);
            former.expire(entities, parts.database(), partitionId, version);
            return lease;
        });
    }

    /** The partitions with claims to give back, among these. */
    Set<Integer> uncertainPartitions(Collection<Integer> partitions) {
        return partitions.stream()
                .filter(partition ->
                        !uncertain.of(parts.partitions().id(partition)).isEmpty())
                .collect(Collectors.toSet());
    }

    /** The first statement: an earlier read would keep an old snapshot on some databases. */
    private void lockAndCheck(EntityManager entities, int partitionId, PartitionLease lease) {
        if (!parts.changes().lock(entities, partitionId, lease)) {
            throw new StaleFencingTokenException(lease);
        }
    }

    private Claim select(EntityManager entities, int partitionId, int partition, int limit, long now, Stamp stamp) {
        boolean moreDue = DueRecords.move(entities, parts.database(), partitionId, now);
        Selection selection = Selection.of(entities, partitionId, limit, parts.heads());
        List<ClaimedRecord> claimed = List.of();
        if (!selection.chosen().isEmpty()) {
            claimed = stamp.put(entities, selection.chosen(), partition, parts);
        }
        // After the stamping, so that what is claimed here holds what it blocks.
        Parking.park(entities, parts.database(), selection.inTheWay());
        return new Claim(claimed, selection.more() || moreDue);
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.outboxee.spi.Claim;
import org.outboxee.spi.Lane;
import org.outboxee.spi.PartitionLease;
import org.outboxee.spi.StaleFencingTokenException;

/** Claims records of one partition in one short transaction. Safe for any number of threads. */
final class Claims {

    private static final String LOCK = "update OutboxPartition p set p.claims = p.claims + 1"
            + " where p.id = :partition and p.owner = :owner and p.claimVersion = :version";

    private static final String COUNT_FORMER = "select count(r.id) from OutboxRecord r"
            + " where r.partitionId = :partition and r.state = 'CLAIMED' and r.claimVersion < :version";

    private static final String RECOVER = "update OutboxRecord r set r.state = 'PENDING', r.crashes = r.crashes + 1,"
            + " r.claimToken = null, r.claimVersion = null, r.leaseUntil = null"
            + " where r.partitionId = :partition and r.state = 'CLAIMED' and r.claimVersion < :version"
            + " and r.leaseUntil <= :now";

    private static final String STAMP = "update OutboxRecord r set r.state = 'CLAIMED', r.claimToken = :token,"
            + " r.claimVersion = :version, r.leaseUntil = :until where r.id in :ids and r.state = 'PENDING'";

    private static final String STAMPED =
            "select r.id from OutboxRecord r where r.id in :ids and r.claimToken = :token";

    /** What a claim writes into its records. */
    private record Stamp(String token, long version, long until) {}

    private final StoreParts parts;

    /** By partition id, the lease version under which no claims of former owners were left: no new ones can appear. */
    private final Map<Integer, Long> withoutFormerClaims = new ConcurrentHashMap<>();

    private final UncertainClaims uncertain = new UncertainClaims();

    Claims(StoreParts parts) {
        this.parts = parts;
    }

    Claim claim(PartitionLease lease, int limit, Duration duration) {
        int partitionId = parts.partitions().id(lease.partition());
        String token = Tokens.next();
        Set<String> toRelease = uncertain.of(partitionId);
        AtomicBoolean stamping = new AtomicBoolean();
        try {
            Claim claim = parts.work().inNewTransaction("claim from partition " + lease.partition(), entities -> {
                lockAndCheck(entities, partitionId, lease);
                if (limit <= 0) {
                    return Claim.EMPTY;
                }
                UncertainClaims.release(entities, partitionId, toRelease);
                return claim(entities, partitionId, lease, limit, duration, token, stamping);
            });
            if (limit > 0) {
                uncertain.forget(partitionId, toRelease);
            }
            return claim;
        } catch (RuntimeException e) {
            if (stamping.get()) {
                uncertain.add(partitionId, token);
            }
            throw e;
        }
    }

    /** The partitions with claims to give back, among these. */
    Set<Integer> uncertainPartitions(Collection<Integer> partitions) {
        return partitions.stream()
                .filter(partition ->
                        !uncertain.of(parts.partitions().id(partition)).isEmpty())
                .collect(Collectors.toSet());
    }

    /** The first statement: an earlier read would keep an old snapshot on some databases. */
    private static void lockAndCheck(EntityManager entities, int partitionId, PartitionLease lease) {
        int locked = entities.createQuery(LOCK)
                .setParameter("partition", partitionId)
                .setParameter("owner", lease.owner())
                .setParameter("version", lease.version())
                .executeUpdate();
        if (locked == 0) {
            throw new StaleFencingTokenException(lease);
        }
    }

    private Claim claim(
            EntityManager entities,
            int partitionId,
            PartitionLease lease,
            int limit,
            Duration duration,
            String token,
            AtomicBoolean stamping) {
        long now = parts.clock().millis();
        recoverFormerClaims(entities, partitionId, lease.version(), now);
        int most = Math.min(limit, Integer.MAX_VALUE - 1);
        List<Candidate> oldest = Candidate.oldest(entities, partitionId, now, most + 1);
        List<Candidate> chosen = choose(lease.partition(), oldest, most);
        if (chosen.isEmpty()) {
            return Claim.EMPTY;
        }
        stamping.set(true);
        Stamp stamp = new Stamp(token, lease.version(), now + duration.toMillis());
        return new Claim(
                stamp(entities, chosen, stamp).stream()
                        .map(candidate ->
                                candidate.claimed(lease.partition(), parts.headers(), stamp.token(), stamp.until()))
                        .toList(),
                chosen.size() < oldest.size());
    }

    private void recoverFormerClaims(EntityManager entities, int partitionId, long version, long now) {
        if (Long.valueOf(version).equals(withoutFormerClaims.get(partitionId))) {
            return;
        }
        long former = entities.createQuery(COUNT_FORMER, Long.class)
                .setParameter("partition", partitionId)
                .setParameter("version", version)
                .getSingleResult();
        if (former == 0) {
            // True even if this transaction rolls back: it holds the lock, and older leases claim nothing any more.
            withoutFormerClaims.put(partitionId, version);
            return;
        }
        entities.createQuery(RECOVER)
                .setParameter("partition", partitionId)
                .setParameter("version", version)
                .setParameter("now", now)
                .executeUpdate();
    }

    /**
     * Cuts the batch at a record that has crashed, unless it is the first and goes alone, and leaves out a record whose
     * lane would be taken with a gap: one that creation times out of order have put before an older sibling.
     */
    private static List<Candidate> choose(int partition, List<Candidate> oldest, int most) {
        List<Candidate> chosen = new ArrayList<>();
        Map<Lane, Long> chosenOfLane = new HashMap<>();
        for (Candidate candidate : oldest) {
            if (chosen.size() == most || (candidate.crashes() > 0 && !chosen.isEmpty())) {
                break;
            }
            Lane lane = candidate.lane(partition);
            if (lane == null || chosenOfLane.getOrDefault(lane, 0L) == candidate.olderPending()) {
                chosen.add(candidate);
                if (lane != null) {
                    chosenOfLane.merge(lane, 1L, Long::sum);
                }
            }
            if (candidate.crashes() > 0) {
                break;
            }
        }
        return chosen;
    }

    /** Stamps the records and returns those that took it; all, unless somebody works on the table by hand. */
    private static List<Candidate> stamp(EntityManager entities, List<Candidate> chosen, Stamp stamp) {
        List<Long> ids = chosen.stream()
                .map(candidate -> candidate.handle().id())
                .sorted()
                .toList();
        int stamped = 0;
        for (List<Long> chunk : Chunks.of(ids)) {
            stamped += entities.createQuery(STAMP)
                    .setParameter("token", stamp.token())
                    .setParameter("version", stamp.version())
                    .setParameter("until", stamp.until())
                    .setParameter("ids", chunk)
                    .executeUpdate();
        }
        if (stamped == ids.size()) {
            return chosen;
        }
        Set<Long> carrying = new HashSet<>();
        for (List<Long> chunk : Chunks.of(ids)) {
            carrying.addAll(entities.createQuery(STAMPED, Long.class)
                    .setParameter("ids", chunk)
                    .setParameter("token", stamp.token())
                    .getResultList());
        }
        return chosen.stream()
                .filter(candidate -> carrying.contains(candidate.handle().id()))
                .toList();
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tokens of claims that failed at their commit. The database may have committed all the same, as when the connection
 * breaks before it answers: then records carry a token that nobody knows, under a lease that is still valid, and would
 * stay claimed for as long as this node lives. So the next claim of their partition gives them back.
 *
 * <p>Safe for any number of threads.
 */
final class UncertainClaims {

    private static final String CARRYING = "select r.id from OutboxRecord r"
            + " where r.partitionId = :partition and r.state = 'CLAIMED' and r.claimToken in :tokens";

    private static final String RELEASE = "update OutboxRecord r set r.state = 'PENDING'," + Stamp.CLEARED
            + " where r.id in :ids and r.claimToken in :tokens";

    private final Map<Integer, Set<String>> tokens = new ConcurrentHashMap<>();

    void add(int partitionId, String token) {
        tokens.computeIfAbsent(partitionId, id -> ConcurrentHashMap.newKeySet()).add(token);
    }

    /** The tokens of a partition, as they are now. */
    Set<String> of(int partitionId) {
        return Set.copyOf(tokens.getOrDefault(partitionId, Set.of()));
    }

    /** These were released, and that is committed. */
    void forget(int partitionId, Set<String> released) {
        if (!released.isEmpty()) {
            tokens.getOrDefault(partitionId, Set.of()).removeAll(released);
        }
    }

    /** Makes what carries one of the tokens pending again; none of it was delivered. */
    static void release(EntityManager entities, Database database, int partitionId, Set<String> tokens) {
        for (List<String> some : Chunks.of(List.copyOf(tokens))) {
            releaseSome(entities, database, partitionId, some);
        }
    }

    private static void releaseSome(EntityManager entities, Database database, int partitionId, List<String> tokens) {
        List<Long> carrying = entities.createQuery(CARRYING, Long.class)
                .setParameter("partition", partitionId)
                .setParameter("tokens", tokens)
                .getResultList();
        for (List<Long> ids : database.toChange(carrying.stream().sorted().toList())) {
            List<LaneKey> held = Lanes.heldBy(entities, partitionId, ids);
            entities.createQuery(RELEASE)
                    .setParameter("ids", ids)
                    .setParameter("tokens", tokens)
                    .executeUpdate();
            held.forEach(lane -> Lanes.wake(entities, database, lane, false));
        }
    }
}

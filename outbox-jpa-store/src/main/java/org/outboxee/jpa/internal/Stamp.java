package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.outboxee.spi.ClaimedRecord;

/**
 * What a claim writes into its records.
 *
 * @param token new for each claim, and unguessable
 * @param version of the lease
 * @param until when the claim expires, epoch milliseconds
 */
record Stamp(String token, long version, long until) {

    /** Takes it out of a record again. */
    static final String CLEARED = " r.claimToken = null, r.claimVersion = null, r.leaseUntil = null";

    private static final String STAMPED =
            "select r.id from OutboxRecord r where r.id in :ids and r.claimToken = :token";

    /** Stamps records and returns those that took it; all, unless somebody works on the table by hand. */
    List<ClaimedRecord> put(EntityManager entities, List<Candidate> chosen, int partition, StoreParts parts) {
        List<Long> ids = chosen.stream().map(Candidate::rowId).sorted().toList();
        Set<Long> stamped =
                parts.changes().stamp(entities, ids, this) == ids.size() ? Set.copyOf(ids) : stamped(entities, ids);
        return chosen.stream()
                .filter(candidate -> stamped.contains(candidate.rowId()))
                .map(candidate -> candidate.claimed(partition, parts.headers(), token, until))
                .toList();
    }

    private Set<Long> stamped(EntityManager entities, List<Long> ids) {
        Set<Long> stamped = new HashSet<>();
        for (List<Long> chunk : Chunks.of(ids)) {
            stamped.addAll(entities.createQuery(STAMPED, Long.class)
                    .setParameter("ids", chunk)
                    .setParameter("token", token)
                    .getResultList());
        }
        return stamped;
    }
}

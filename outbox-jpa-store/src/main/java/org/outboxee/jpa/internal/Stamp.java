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

    private static final String STAMP = "update OutboxRecord r set r.state = 'CLAIMED', r.claimToken = :token,"
            + " r.claimVersion = :version, r.leaseUntil = :until where r.id in :ids and r.state = 'PENDING'";

    private static final String STAMPED =
            "select r.id from OutboxRecord r where r.id in :ids and r.claimToken = :token";

    /** Stamps records and returns those that took it; all, unless somebody works on the table by hand. */
    List<ClaimedRecord> put(EntityManager entities, List<Candidate> chosen, int partition, StoreParts parts) {
        Set<Long> stamped = new HashSet<>();
        for (List<Long> ids : parts.database()
                .toChange(chosen.stream().map(Candidate::rowId).sorted().toList())) {
            int count = entities.createQuery(STAMP)
                    .setParameter("token", token)
                    .setParameter("version", version)
                    .setParameter("until", until)
                    .setParameter("ids", ids)
                    .executeUpdate();
            stamped.addAll(
                    count == ids.size()
                            ? ids
                            : entities.createQuery(STAMPED, Long.class)
                                    .setParameter("ids", ids)
                                    .setParameter("token", token)
                                    .getResultList());
        }
        return chosen.stream()
                .filter(candidate -> stamped.contains(candidate.rowId()))
                .map(candidate -> candidate.claimed(partition, parts.headers(), token, until))
                .toList();
    }
}

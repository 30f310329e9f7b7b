package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.outboxee.jpa.internal.Candidate.Body;
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

    private static final String BODIES =
            "select r.id, r.headers, r.payload from OutboxRecord r" + " where r.id in :ids and r.claimToken = :token";

    /** Stamps records and returns those that took it; all, unless somebody works on the table by hand. */
    List<ClaimedRecord> put(EntityManager entities, List<Candidate> chosen, int partition, HeaderJson headers) {
        Map<Long, Body> bodies = new HashMap<>();
        for (List<Long> ids :
                Chunks.of(chosen.stream().map(Candidate::rowId).sorted().toList())) {
            entities.createQuery(STAMP)
                    .setParameter("token", token)
                    .setParameter("version", version)
                    .setParameter("until", until)
                    .setParameter("ids", ids)
                    .executeUpdate();
            entities.createQuery(BODIES, Object[].class)
                    .setParameter("ids", ids)
                    .setParameter("token", token)
                    .getResultStream()
                    .forEach(row -> bodies.put((Long) row[0], new Body((byte[]) row[1], (byte[]) row[2])));
        }
        List<ClaimedRecord> claimed = new ArrayList<>();
        for (Candidate candidate : chosen) {
            Body body = bodies.get(candidate.rowId());
            if (body != null) {
                claimed.add(candidate.claimed(partition, headers, body, token, until));
            }
        }
        return claimed;
    }
}

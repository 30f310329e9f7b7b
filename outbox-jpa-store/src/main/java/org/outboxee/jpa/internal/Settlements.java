package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.outboxee.spi.ClaimedRecord;
import org.outboxee.spi.Lane;
import org.outboxee.spi.SettleResult;
import org.outboxee.spi.Settlement;
import org.outboxee.spi.Settlement.Completed;
import org.outboxee.spi.Settlement.Dead;
import org.outboxee.spi.Settlement.Failed;
import org.outboxee.spi.Settlement.Released;

/**
 * Writes what became of claimed records, all in one transaction: completions by the list, the rest one by one, then the
 * tails of the lanes that were given back. Safe for any number of threads.
 */
final class Settlements {

    private static final String UNCLAIM = " r.claimToken = null, r.claimVersion = null, r.leaseUntil = null";

    private static final String COMPLETE = "delete from OutboxRecord r where r.id in :ids and r.claimToken = :token";

    // No arithmetic beside a text from outside: EclipseLink then puts the text into the statement, on some databases.
    private static final String FAIL = "update OutboxRecord r set r.state = 'PENDING', r.attempts = :attempts,"
            + " r.availableAt = :due, r.lastError = :error," + UNCLAIM + " where r.id = :id and r.claimToken = :token";

    private static final String DEAD = "update OutboxRecord r set r.state = 'DEAD', r.attempts = :attempts,"
            + " r.lastError = :error," + UNCLAIM + " where r.id = :id and r.claimToken = :token";

    private static final String RELEASE = "update OutboxRecord r set r.state = 'PENDING', r.availableAt = :due,"
            + UNCLAIM + " where r.id = :id and r.claimToken = :token";

    private static final String RELEASE_TAIL = "update OutboxRecord r set r.state = 'PENDING'," + UNCLAIM
            + " where r.partitionId = :partition and r.binding = :binding and r.orderingKey = :key"
            + " and r.state = 'CLAIMED' and r.seq > :seq and r.claimToken = :token";

    /** A lane and the claim it was part of. */
    private record ClaimedLane(Lane lane, String token) {}

    private final StoreParts parts;

    Settlements(StoreParts parts) {
        this.parts = parts;
    }

    SettleResult settle(Collection<? extends Settlement> settlements) {
        if (settlements.isEmpty()) {
            return new SettleResult(0, 0);
        }
        int applied = parts.work()
                .inNewTransaction(
                        "settle " + settlements.size() + " deliveries", entities -> write(entities, settlements));
        return new SettleResult(applied, settlements.size() - applied);
    }

    private int write(EntityManager entities, Collection<? extends Settlement> settlements) {
        int applied = complete(entities, settlements);
        // The first of each lane that was given back; records behind it that are settled here are not its tail.
        Map<ClaimedLane, ClaimedRecord> heads = new HashMap<>();
        for (Settlement settlement : settlements) {
            if (!(settlement instanceof Completed) && writeOne(entities, settlement)) {
                applied++;
                Lane lane = settlement.record().lane();
                if (lane != null && !(settlement instanceof Dead)) {
                    heads.merge(
                            new ClaimedLane(lane, settlement.record().token()),
                            settlement.record(),
                            (a, b) -> a.seq() < b.seq() ? a : b);
                }
            }
        }
        heads.forEach((lane, head) -> releaseTail(entities, lane, head));
        return applied;
    }

    private static int complete(EntityManager entities, Collection<? extends Settlement> settlements) {
        Map<String, List<Long>> idsByToken = new TreeMap<>();
        for (Settlement settlement : settlements) {
            if (settlement instanceof Completed completed) {
                idsByToken
                        .computeIfAbsent(completed.record().token(), token -> new ArrayList<>())
                        .add(RowHandle.of(completed.record()).id());
            }
        }
        int applied = 0;
        for (Map.Entry<String, List<Long>> entry : idsByToken.entrySet()) {
            for (List<Long> ids : Chunks.of(entry.getValue())) {
                applied += entities.createQuery(COMPLETE)
                        .setParameter("ids", ids)
                        .setParameter("token", entry.getKey())
                        .executeUpdate();
            }
        }
        return applied;
    }

    private boolean writeOne(EntityManager entities, Settlement settlement) {
        Query query;
        if (settlement instanceof Failed failed) {
            query = entities.createQuery(FAIL)
                    .setParameter("attempts", failed.record().attempts() + 1)
                    .setParameter("due", after(failed.retryAfter()))
                    .setParameter("error", text(failed.failure().error()));
        } else if (settlement instanceof Dead dead) {
            query = entities.createQuery(DEAD)
                    .setParameter("attempts", dead.attempts())
                    .setParameter("error", text(dead.failure().error()));
        } else {
            Duration delay = ((Released) settlement).delay();
            query = entities.createQuery(RELEASE)
                    .setParameter(
                            "due",
                            delay.isZero() ? RowHandle.of(settlement.record()).availableAt() : after(delay));
        }
        return query.setParameter("id", RowHandle.of(settlement.record()).id())
                        .setParameter("token", settlement.record().token())
                        .executeUpdate()
                == 1;
    }

    private static void releaseTail(EntityManager entities, ClaimedLane lane, ClaimedRecord head) {
        entities.createQuery(RELEASE_TAIL)
                .setParameter("partition", RowHandle.of(head).partitionId())
                .setParameter("binding", lane.lane().binding())
                .setParameter("key", lane.lane().key())
                .setParameter("seq", head.seq())
                .setParameter("token", lane.token())
                .executeUpdate();
    }

    private long after(Duration delay) {
        return parts.clock().millis() + delay.toMillis();
    }

    /** Some databases return an empty text as null, so none is stored. */
    private static @Nullable String text(String error) {
        return error.isEmpty() ? null : error;
    }
}

package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.util.List;

/** Makes waiting records pending when their time has come. Stateless. */
final class DueRecords {

    /** How many one claim moves; if more are due, those with the earliest times. */
    static final int MOST = 1000;

    private static final String DUE = "select r.id from OutboxRecord r where r.partitionId = :partition"
            + " and r.state = 'WAITING' and r.sortAt <= :now"
            + " order by r.partitionId, r.state, r.sortAt, r.seq";

    /** By primary key: an update of the range would lock gaps on MariaDB, and appends would wait for it. */
    private static final String MOVE = "update OutboxRecord r set r.state = 'PENDING', r.sortAt = r.createdAt"
            + " where r.id in :ids and r.state = 'WAITING'";

    private DueRecords() {}

    /**
     * Moves what is due; called under the lock of the partition.
     *
     * @return whether more may be due
     */
    static boolean move(EntityManager entities, Database database, int partitionId, long now) {
        List<Long> due = entities.createQuery(DUE, Long.class)
                .setParameter("partition", partitionId)
                .setParameter("now", now)
                .setMaxResults(MOST)
                .getResultList();
        for (List<Long> ids : database.toChange(due.stream().sorted().toList())) {
            entities.createQuery(MOVE).setParameter("ids", ids).executeUpdate();
        }
        return due.size() == MOST;
    }
}

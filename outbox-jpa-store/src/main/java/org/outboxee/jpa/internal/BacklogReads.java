package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.outboxee.spi.Backlog;

/**
 * What waits, for monitoring, along the index of the claims: each statement reads as many records as its bound, or a
 * few per partition. In native SQL, since portable JPQL cannot say how many rows to look at. Stateless.
 */
final class BacklogReads {

    private static final String OF_STATE = " from %s r where r.{state} = '%s' and r.{partitionId} in (%%1$s) limit ?";

    private static final String LANE =
            "select r.{partitionId} as p, r.{binding} as b, r.{orderingKey} as k, r.{%s} as n";

    /** A partition's oldest record in a state whose records are in the index by their age. */
    private static final String OLDEST = "select * from (select r.{createdAt} as c from %s r where r.{partitionId} = ?"
            + " and r.{state} = '%s' order by r.{partitionId}, r.{state}, r.{sortAt}, r.{seq} limit 1) %s";

    /** How many partitions one statement looks at: SQLite takes 500 selects. */
    private static final int PARTITIONS = 100;

    private final ProviderAccess provider;
    private final Depth depth;
    private final String pending;
    private final String parked;
    private final String waiting;
    private final String stalled;

    BacklogReads(EntityManager entities, ProviderAccess provider, Depth depth) {
        this.provider = provider;
        this.depth = depth;
        SqlNames names = SqlNames.ofRecords(entities, provider);
        String table = names.table();
        pending = names.columns(OLDEST.formatted(table, "PENDING", "a"));
        parked = names.columns(OLDEST.formatted(table, "PARKED", "b"));
        waiting = names.columns(
                "select min(w.c) from (select r.{createdAt} as c" + OF_STATE.formatted(table, "WAITING") + ") w");
        stalled = names.columns("select count(*) from (select w.p, w.b, w.k from (" + LANE.formatted("attempts")
                + OF_STATE.formatted(table, "WAITING") + ") w where w.n > 0 and w.k is not null"
                + " union select c.p, c.b, c.k from (" + LANE.formatted("leaseUntil")
                + OF_STATE.formatted(table, "CLAIMED") + ") c where c.n <= ? and c.k is not null) lanes");
    }

    Backlog read(EntityManager entities, List<Integer> partitionIds, int atMost, long now) {
        return new Backlog(
                depth.count(entities, partitionIds, Depth.PENDING, atMost),
                depth.count(entities, partitionIds, Depth.CLAIMED, atMost),
                depth.count(entities, partitionIds, Depth.DEAD, atMost),
                provider.withConnection(entities, connection -> oldest(connection, partitionIds, atMost)),
                provider.withConnection(entities, connection -> stalled(connection, partitionIds, atMost, now)));
    }

    private Optional<Instant> oldest(Connection connection, List<Integer> partitionIds, int atMost)
            throws SQLException {
        List<Long> found = new ArrayList<>();
        for (List<Integer> ids : Chunks.of(partitionIds, PARTITIONS)) {
            String each = String.join(" union all ", Collections.nCopies(ids.size(), pending + " union all " + parked));
            try (PreparedStatement statement = connection.prepareStatement(each)) {
                int index = 1;
                for (int id : ids) {
                    statement.setInt(index++, id);
                    statement.setInt(index++, id);
                }
                addAll(statement, found);
            }
            try (PreparedStatement statement = connection.prepareStatement(in(waiting, ids))) {
                statement.setLong(set(statement, 1, ids), atMost);
                addAll(statement, found);
            }
        }
        return found.stream().min(Long::compare).map(Instant::ofEpochMilli);
    }

    private long stalled(Connection connection, List<Integer> partitionIds, int atMost, long now) throws SQLException {
        long counted = 0;
        for (List<Integer> ids : Chunks.of(partitionIds, PARTITIONS)) {
            try (PreparedStatement statement = connection.prepareStatement(in(stalled, ids))) {
                int index = set(statement, 1, ids);
                statement.setLong(index, atMost);
                index = set(statement, index + 1, ids);
                statement.setLong(index, atMost);
                statement.setLong(index + 1, now);
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    counted += rows.getLong(1);
                }
            }
        }
        return Math.min(atMost, counted);
    }

    private static String in(String sql, List<Integer> ids) {
        return sql.formatted(String.join(", ", Collections.nCopies(ids.size(), "?")));
    }

    private static int set(PreparedStatement statement, int from, List<Integer> ids) throws SQLException {
        int index = from;
        for (int id : ids) {
            statement.setInt(index++, id);
        }
        return index;
    }

    private static void addAll(PreparedStatement statement, List<Long> found) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                long millis = rows.getLong(1);
                if (!rows.wasNull()) {
                    found.add(millis);
                }
            }
        }
    }
}

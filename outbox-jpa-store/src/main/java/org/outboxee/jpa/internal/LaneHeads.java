package org.outboxee.jpa.internal;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks up the oldest records of lanes, a row of the lane index for each lane and state. In native SQL, since only a
 * limit within a subquery says this so that every database does just that: PostgreSQL makes joins of conditions on
 * siblings, and MariaDB reads the whole lane for a condition on {@code seq}, or for a minimum. See ADR 7. Stateless.
 */
final class LaneHeads {

    private static final String OLDEST = "(select s.{seq} from %s s where s.{partitionId} = r.{partitionId}"
            + " and s.{binding} = r.{binding} and s.{orderingKey} = r.{orderingKey} and s.{state} = '%s'"
            + " order by s.{partitionId}, s.{binding}, s.{orderingKey}, s.{state}, s.{seq} limit 1)";

    /**
     * The oldest seqs of a lane.
     *
     * @param pending of its pending records
     * @param stalled of its waiting and parked ones; the largest number if there is none
     */
    record Head(long pending, long stalled) {}

    private final ProviderAccess provider;
    private final String pending;
    private final String pendingAndStalled;

    LaneHeads(Database database, EntityManager entities, ProviderAccess provider) {
        this.provider = provider;
        SqlNames names = new SqlNames(entities, provider);
        String table = names.table();
        String oldestPending = OLDEST.formatted(table, "PENDING");
        String from = " from " + table + " r" + database.byPrimaryKey() + " where r.{id}";
        this.pending = names.columns("select r.{id}, " + oldestPending + ", null, null" + from);
        this.pendingAndStalled = names.columns("select r.{id}, " + oldestPending + ", "
                + OLDEST.formatted(table, "WAITING") + ", " + OLDEST.formatted(table, "PARKED") + from);
    }

    /**
     * The heads of the lanes of some pending records.
     *
     * @param stalledToo whether any record of the partition waits or is parked
     * @return by row id
     */
    Map<Long, Head> of(EntityManager entities, List<Long> rowIds, boolean stalledToo) {
        return provider.withConnection(entities, connection -> {
            Map<Long, Head> heads = new HashMap<>();
            for (List<Long> chunk : Chunks.of(rowIds)) {
                String sql = (stalledToo ? pendingAndStalled : pending) + Keys.LIST.condition(chunk);
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    Keys.LIST.set(statement, 1, chunk);
                    read(statement, heads);
                }
            }
            return heads;
        });
    }

    private static void read(PreparedStatement statement, Map<Long, Head> heads) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                heads.put(rows.getLong(1), new Head(seq(rows, 2), Math.min(seq(rows, 3), seq(rows, 4))));
            }
        }
    }

    private static long seq(ResultSet rows, int column) throws SQLException {
        long seq = rows.getLong(column);
        return rows.wasNull() ? Long.MAX_VALUE : seq;
    }
}
